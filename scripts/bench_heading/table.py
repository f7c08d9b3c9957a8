"""Tables as plain text or Markdown."""


def number(value, digits=2):
    """A number as text; a dash for None."""
    if value is None:
        return "–"
    return f"{value:.{digits}f}"


class Paper:
    """The output, line by line: plain text, or Markdown for a document."""

    def __init__(self, markdown):
        self.markdown = markdown
        self.parts = []

    def title(self, text):
        self.parts.append(f"### {text}" if self.markdown else text.upper())

    def text(self, text):
        self.parts.append(text)

    def table(self, head, rows):
        """Rows of strings below a head; the first column is on the left, the others on the right."""
        rows = [[str(cell) for cell in row] for row in rows]
        if self.markdown:
            rule = ["---"] + ["---:"] * (len(head) - 1)
            lines = ["| " + " | ".join(row) + " |" for row in [head, *rows]]
            lines.insert(1, "|" + "|".join(rule) + "|")
        else:
            widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
            lines = [
                "  ".join(
                    cell.rjust(width) if i else cell.ljust(width)
                    for i, (cell, width) in enumerate(zip(row, widths, strict=True))
                ).rstrip()
                for row in [head, *rows]
            ]
        self.parts.append("\n".join(lines))

    def __str__(self):
        return "\n\n".join(self.parts) + "\n"
