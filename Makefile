# qiblad: `make run` shows a compass, `make help` lists the rest.

SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=
# Options for a target's program: `make bench ARGS=--json`, `make test ARGS='--filter WireTests'`.
ARGS ?=

# One set of flags for everything that is released, so that it is built once.
#   The same diagnostics with and without a terminal: other flags would compile everything again.
#   A section for each function: scripts/join-programs leaves out what nothing calls, and places what a running daemon
#   calls beside each other.
RELEASE = -c release --static-swift-stdlib --no-color-diagnostics -Xswiftc -Xfrontend -Xswiftc -function-sections
RELEASE_DIR = .build/release
# What is installed: qiblad and qiblactl in one file (scripts/join-programs).
JOINED_DIR = .build/joined
WEB_DIR = page/.build/joined
# The same programs for this machine, where those that are installed are for another one: they print manuals and completions.
RUN_DIR = $(JOINED_DIR)
WEB_RUN_DIR = $(WEB_DIR)
STRIP = strip
#   make deb ARCH=arm64: packages for that architecture of Debian.
ARCH =
LINTED = Sources Tests Benchmarks clients Package.swift page/Sources page/Tests page/Package.swift
DOCS = $(DESTDIR)$(PREFIX)/share/doc/qiblad
# Of docs/page.md: as large as all other pictures, and of use to those who have the page.
PAGE_PICTURES = $(wildcard docs/pictures/page*.png)

# The tests' build has other settings than a developer's (QIBLAD_TEST_BUILD, Package.swift), and so a place of its own.
TEST_FLAGS = --scratch-path .build/test

PROGRAMS = qiblad qiblactl qibla-bridge
# Where systemd, udev and others look; a distribution's package has PREFIX=/usr.
LIB = $(DESTDIR)$(PREFIX)/lib
SHARE = $(DESTDIR)$(PREFIX)/share

# Completions for three shells: the programs of $(1), which are in the folder $(2).
define install_completions
install -d $(SHARE)/bash-completion/completions $(SHARE)/zsh/vendor-completions $(SHARE)/fish/vendor_completions.d
for program in $(1); do \
  $(2)/$$program --generate-completion-script bash | sed '1{/^#!/d}' >$(SHARE)/bash-completion/completions/$$program && \
  $(2)/$$program --generate-completion-script zsh >$(SHARE)/zsh/vendor-completions/_$$program && \
  $(2)/$$program --generate-completion-script fish >$(SHARE)/fish/vendor_completions.d/$$program.fish || exit 1; done
endef

.PHONY: deb build-web install-web uninstall-web test-system help setup build run web demo demo-calibrate test test-page check-all test-hardware test-arm64 bench bench-heading order-grid lottery format lint install uninstall clean test-power-cuts
.NOTPARALLEL:
.DEFAULT_GOAL := help

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

setup: ## install the packages for building (apt-get), if they are missing
	@scripts/setup

build: ## build the release programs, qiblad, qiblactl and qibla-bridge, in .build/release
	$(SWIFT) build $(RELEASE) --product qiblad
	$(SWIFT) build $(RELEASE) --product qiblactl
	$(SWIFT) build $(RELEASE) --product qibla-bridge
	@scripts/join-programs

run: setup build ## show a compass: this device's sensors, or else a simulated board; Ctrl-C ends it
	@scripts/run-compass auto

build-web: setup ## build the page's server, page/.build/joined/qibla-web
	$(SWIFT) build $(RELEASE) --package-path page --product qibla-web
	@scripts/join-programs --page

web: setup build build-web ## show the compass in a browser; ARGS=--lan: also to phones and computers in this network
	@WEB_OPTIONS="$(ARGS)" scripts/run-compass auto web

demo: setup build ## show a compass of a simulated device that finds the Qibla
	@scripts/run-compass simulate

demo-calibrate: setup build ## show how a simulated board is calibrated, and then its compass
	@scripts/run-compass calibrate

test: setup ## run the tests
	@QIBLAD_TEST_BUILD=1 SWIFT=$(SWIFT) scripts/run-tests $(TEST_FLAGS) $(ARGS)

test-page: build ## run the tests of the page and its server
	@SWIFT=$(SWIFT) scripts/check-page

check-all: ## run every check before a release, with the accuracy on copies of the recordings and all scenes
	@.ci/run --all

test-hardware: ## run the tests with emulated chips in a booted kernel (Debian)
	@Tests/Hardware/run $(ARGS)

test-power-cuts: ## save calibrations on a disk that loses its power at 100 instants (needs root)
	@$(SWIFT) build --build-tests
	@SWIFT="$(SWIFT)" Tests/PowerCuts/run --in-place --disks 10 --saves 20
	@SWIFT="$(SWIFT)" Tests/PowerCuts/run $(ARGS)

test-arm64: ## run the tests compiled for arm64 in an emulated processor (Debian); ARGS names targets
	@Tests/Arm64/run $(ARGS)

bench: ## measure times; ARGS=--check only checks that code that must not allocate does not
	@$(SWIFT) build $(RELEASE) --product benchmarks
	@$(RELEASE_DIR)/benchmarks $(ARGS)

order-grid: ## check the order of the times of prayer at every half degree on every date of eight years
	@$(SWIFT) build $(RELEASE) --product order-grid
	@$(RELEASE_DIR)/order-grid $(ARGS)

bench-heading: ## compare the heading's accuracy with public filters; ARGS=--help lists the options
	@$(SWIFT) build $(RELEASE) --product qiblactl
	@scripts/bench-heading $(ARGS)

lottery: ## draw boards from data-sheet tolerances and measure their headings; ARGS=--boards N
	@$(SWIFT) build $(RELEASE) --product qiblactl
	@scripts/lottery $(ARGS)

format: ## rewrite the sources in the project's style
	$(SWIFT) format -i -r -p $(LINTED)

lint: ## report what `make format` would change, and what the checks of sources, words, documents and units refuse
	$(SWIFT) format lint --strict -r -p $(LINTED)
	@for check in sources parameters words rules units; do \
	  scripts/check-$$check --self-test && scripts/check-$$check || exit; done
	@scripts/check-docs

deb: build build-web ## make Debian packages in .build/deb (needs debhelper); ARCH=arm64: for that architecture, in .build/deb-arm64
	@scripts/make-packages $(ARCH)

test-system: ## install the packages in a booted Debian with systemd, and try them (needs root)
	@Tests/System/run $(ARGS)

install: ## copy programs, units, rules, manuals, an example configuration and documents (after `make build`)
	@for program in $(PROGRAMS); do test -x $(JOINED_DIR)/$$program || { \
	  echo "$(JOINED_DIR)/$$program is not there; first: make build" >&2; exit 1; }; done
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)/etc/qiblad $(DOCS)/docs
	install -d $(DOCS)/docs/accuracy $(DOCS)/docs/hardware $(DOCS)/docs/pictures
	install -d $(DOCS)/clients/python $(DOCS)/clients/js $(DOCS)/clients/c $(DOCS)/clients/swift
	for program in qiblad qibla-bridge; do \
	  $(STRIP) -o $(DESTDIR)$(PREFIX)/bin/$$program $(JOINED_DIR)/$$program && \
	  chmod 755 $(DESTDIR)$(PREFIX)/bin/$$program || exit 1; done
	ln -sf qiblad $(DESTDIR)$(PREFIX)/bin/qiblactl
	install -d $(LIB)/systemd/system $(LIB)/sysusers.d $(LIB)/tmpfiles.d $(LIB)/modules-load.d $(LIB)/udev/rules.d
	for unit in systemd/*.service systemd/*.socket; do \
	  sed 's,=/usr/bin/qibla,=$(PREFIX)/bin/qibla,' $$unit >$(LIB)/systemd/system/$${unit##*/} || exit 1; done
	chmod 644 $(LIB)/systemd/system/qibla*
	install -m 644 systemd/sysusers.conf $(LIB)/sysusers.d/qiblad.conf
	install -m 644 systemd/tmpfiles.conf $(LIB)/tmpfiles.d/qiblad.conf
	install -m 644 systemd/modules-load.conf $(LIB)/modules-load.d/qiblad.conf
	install -m 644 udev/60-qiblad.rules $(LIB)/udev/rules.d
	@# Not in .build: what root made there its user could not remove.
	manuals=$$(mktemp -d) && scripts/make-manuals $(RUN_DIR) $$manuals && for page in $$manuals/*; do \
	  install -D -m 644 $$page $(SHARE)/man/man$${page##*.}/$${page##*/} || exit 1; done && rm -r $$manuals
	$(call install_completions,$(PROGRAMS),$(RUN_DIR))
	@if [ -e $(DESTDIR)/etc/qiblad/qiblad.toml ]; then \
	  echo "kept the configuration that is there: $(DESTDIR)/etc/qiblad/qiblad.toml"; \
	else \
	  install -m 644 docs/qiblad.toml $(DESTDIR)/etc/qiblad/qiblad.toml; \
	fi
	@# The same folders as in the repository, so that the documents' links work.
	install -m 644 README.md CHANGELOG.md LICENSE NOTICE $(DOCS)
	install -m 644 $(wildcard docs/*.md docs/*.svg docs/*.toml docs/*.json) $(DOCS)/docs
	install -m 644 $(wildcard docs/accuracy/*) $(DOCS)/docs/accuracy
	install -m 644 $(wildcard docs/hardware/*) $(DOCS)/docs/hardware
	install -m 644 $(filter-out $(PAGE_PICTURES),$(wildcard docs/pictures/*)) $(DOCS)/docs/pictures
	install -m 644 clients/README.md $(DOCS)/clients
	install -m 755 clients/python/compass.py $(DOCS)/clients/python
	install -m 644 clients/python/qiblad.py $(DOCS)/clients/python
	install -m 755 clients/js/compass.mjs $(DOCS)/clients/js
	install -m 644 clients/js/qiblad.mjs $(DOCS)/clients/js
	install -m 644 clients/c/compass.c clients/c/qiblad.h $(DOCS)/clients/c
	install -m 644 clients/swift/main.swift $(DOCS)/clients/swift

install-web: ## copy the page's server, its units, its avahi file and its document's pictures (after `make install` and `make build-web`)
	@test -x $(WEB_DIR)/qibla-web || { \
	  echo "$(WEB_DIR)/qibla-web is not there; first: make build-web" >&2; exit 1; }
	install -d $(DESTDIR)$(PREFIX)/bin $(LIB)/systemd/system $(LIB)/sysusers.d $(LIB)/tmpfiles.d $(SHARE)/qibla-web
	$(STRIP) -o $(DESTDIR)$(PREFIX)/bin/qibla-web $(WEB_DIR)/qibla-web
	chmod 755 $(DESTDIR)$(PREFIX)/bin/qibla-web
	sed 's,=/usr/bin/qibla,=$(PREFIX)/bin/qibla,' page/systemd/qibla-web.service >$(LIB)/systemd/system/qibla-web.service
	install -m 644 page/systemd/qibla-kiosk.service $(LIB)/systemd/system
	chmod 644 $(LIB)/systemd/system/qibla-web.service
	install -m 644 page/systemd/sysusers.conf $(LIB)/sysusers.d/qibla-kiosk.conf
	install -m 644 page/systemd/tmpfiles.conf $(LIB)/tmpfiles.d/qibla-kiosk.conf
	install -m 644 page/avahi/qibla.service $(SHARE)/qibla-web
	install -d $(DOCS)/docs/pictures
	install -m 644 $(PAGE_PICTURES) $(DOCS)/docs/pictures
	manuals=$$(mktemp -d) && scripts/make-manuals $(WEB_RUN_DIR) $$manuals && \
	  install -D -m 644 $$manuals/qibla-web.1 $(SHARE)/man/man1/qibla-web.1 && rm -r $$manuals
	$(call install_completions,qibla-web,$(WEB_RUN_DIR))

uninstall-web: ## remove what install-web copied; what qibla-web keeps in /var/lib/qibla-web stays
	rm -f $(DESTDIR)$(PREFIX)/bin/qibla-web $(LIB)/systemd/system/qibla-web.service $(LIB)/systemd/system/qibla-kiosk.service
	rm -f $(SHARE)/man/man1/qibla-web.1 $(SHARE)/bash-completion/completions/qibla-web $(SHARE)/zsh/vendor-completions/_qibla-web \
	  $(SHARE)/fish/vendor_completions.d/qibla-web.fish
	rm -f $(LIB)/sysusers.d/qibla-kiosk.conf $(LIB)/tmpfiles.d/qibla-kiosk.conf $(SHARE)/qibla-web/qibla.service
	rm -f $(PAGE_PICTURES:docs/%=$(DOCS)/docs/%)

uninstall: ## remove the programs and documents; the configuration stays
	for program in $(PROGRAMS); do rm -f $(DESTDIR)$(PREFIX)/bin/$$program $(SHARE)/bash-completion/completions/$$program \
	  $(SHARE)/zsh/vendor-completions/_$$program $(SHARE)/fish/vendor_completions.d/$$program.fish; done
	for unit in systemd/*.service systemd/*.socket; do rm -f $(LIB)/systemd/system/$${unit##*/}; done
	rm -f $(LIB)/sysusers.d/qiblad.conf $(LIB)/tmpfiles.d/qiblad.conf $(LIB)/modules-load.d/qiblad.conf $(LIB)/udev/rules.d/60-qiblad.rules
	rm -f $(SHARE)/man/man8/qiblad.8 $(SHARE)/man/man1/qiblactl.1 $(SHARE)/man/man1/qibla-bridge.1 \
	  $(SHARE)/man/man5/qiblad.toml.5 $(SHARE)/man/man7/qiblad-protocol.7
	rm -rf $(DOCS)

clean: ## remove everything that was built: .build and page/.build
	rm -rf .build page/.build
