// Written by scripts/update-schema from docs/schema.json; scripts/check-schema compares them.
// swift-format-ignore-file

extension Schema {
  /// The text. A string: as an array, so many bytes take the compiler seconds (docs/decisions.md).
  static let literal: StaticString = #"""
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:qiblad:protocol:1",
  "title": "The stream of qiblad, protocol version 1",
  "description": "The document itself describes one line of the daemon. #/$defs/request describes a request to stream.sock, #/$defs/control_request one to control.sock. Units are in the names: _deg degrees, _dps degrees a second, _m metres, _km kilometres, _mps metres a second, _s seconds, _us microseconds, _hz per second, _ut microtesla. What is not known is absent.",
  "$ref": "#/$defs/message",
  "$defs": {
    "message": {
      "description": "one line of the daemon; ignore types and members that you do not know",
      "type": "object",
      "required": ["type"],
      "properties": {
        "type": {
          "description": "the kind of message",
          "anyOf": [
            {
              "enum": [
                "hello", "reading", "state", "event", "qibla", "position", "calibration", "field", "raw",
                "devices", "stats", "reply", "error", "resync", "bye"
              ]
            },
            {"$comment": "words of later versions", "type": "string", "pattern": "^[a-z0-9_]+$"}
          ]
        }
      },
      "additionalProperties": true,
      "allOf": [
        {"if": {"properties": {"type": {"const": "hello"}}}, "then": {"$ref": "#/$defs/hello"}},
        {"if": {"properties": {"type": {"const": "reading"}}}, "then": {"$ref": "#/$defs/reading"}},
        {"if": {"properties": {"type": {"const": "state"}}}, "then": {"$ref": "#/$defs/state"}},
        {"if": {"properties": {"type": {"const": "event"}}}, "then": {"$ref": "#/$defs/event"}},
        {"if": {"properties": {"type": {"const": "qibla"}}}, "then": {"$ref": "#/$defs/qibla"}},
        {"if": {"properties": {"type": {"const": "position"}}}, "then": {"$ref": "#/$defs/position"}},
        {"if": {"properties": {"type": {"const": "calibration"}}}, "then": {"$ref": "#/$defs/calibration"}},
        {"if": {"properties": {"type": {"const": "field"}}}, "then": {"$ref": "#/$defs/field"}},
        {"if": {"properties": {"type": {"const": "raw"}}}, "then": {"$ref": "#/$defs/raw"}},
        {"if": {"properties": {"type": {"const": "devices"}}}, "then": {"$ref": "#/$defs/devices"}},
        {"if": {"properties": {"type": {"const": "stats"}}}, "then": {"$ref": "#/$defs/stats"}},
        {"if": {"properties": {"type": {"const": "reply"}}}, "then": {"$ref": "#/$defs/reply"}},
        {"if": {"properties": {"type": {"const": "error"}}}, "then": {"$ref": "#/$defs/error"}},
        {"if": {"properties": {"type": {"const": "resync"}}}, "then": {"$ref": "#/$defs/resync"}},
        {"if": {"properties": {"type": {"const": "bye"}}}, "then": {"$ref": "#/$defs/bye"}}
      ]
    },
    "request": {
      "description": "one request to stream.sock; the bare word watch is another",
      "oneOf": [
        {"$ref": "#/$defs/watch_request"},
        {"$ref": "#/$defs/unwatch_request"},
        {"$ref": "#/$defs/get_request"},
        {"$ref": "#/$defs/ping_request"}
      ]
    },
    "control_request": {
      "description": "one request to control.sock",
      "oneOf": [
        {"$ref": "#/$defs/watch_request"},
        {"$ref": "#/$defs/unwatch_request"},
        {"$ref": "#/$defs/get_request"},
        {"$ref": "#/$defs/ping_request"},
        {"$ref": "#/$defs/calibrate_start_request"},
        {"$ref": "#/$defs/calibrate_cancel_request"},
        {"$ref": "#/$defs/calibrate_accept_request"},
        {"$ref": "#/$defs/calibrate_discard_request"},
        {"$ref": "#/$defs/calibrate_rollback_request"},
        {"$ref": "#/$defs/calibration_list_request"},
        {"$ref": "#/$defs/calibration_use_request"},
        {"$ref": "#/$defs/calibration_lock_request"},
        {"$ref": "#/$defs/calibration_unlock_request"},
        {"$ref": "#/$defs/calibration_check_request"},
        {"$ref": "#/$defs/calibration_export_request"},
        {"$ref": "#/$defs/calibration_import_request"},
        {"$ref": "#/$defs/mount_show_request"},
        {"$ref": "#/$defs/mount_set_request"},
        {"$ref": "#/$defs/position_set_request"},
        {"$ref": "#/$defs/position_forget_request"},
        {"$ref": "#/$defs/target_set_request"},
        {"$ref": "#/$defs/target_reset_request"},
        {"$ref": "#/$defs/haptic_play_request"},
        {"$ref": "#/$defs/haptic_mute_request"},
        {"$ref": "#/$defs/haptic_unmute_request"},
        {"$ref": "#/$defs/record_start_request"},
        {"$ref": "#/$defs/record_stop_request"},
        {"$ref": "#/$defs/record_status_request"},
        {"$ref": "#/$defs/devices_rescan_request"},
        {"$ref": "#/$defs/reload_request"}
      ]
    },
    "hello": {
      "description": "the first line of every connection",
      "type": "object",
      "properties": {
        "type": {"const": "hello"},
        "protocol": {
          "description": "the version of the protocol; refuse another major",
          "type": "object",
          "properties": {
            "major": {
              "description": "changes when a client of before would misunderstand",
              "type": "integer",
              "minimum": 0,
              "maximum": 9007199254740991
            },
            "minor": {
              "description": "changes when something is added",
              "type": "integer",
              "minimum": 0,
              "maximum": 9007199254740991
            }
          },
          "required": ["major", "minor"]
        },
        "server": {"description": "the name of the program", "type": "string"},
        "version": {"description": "the version of the program", "type": "string"},
        "run_id": {
          "description": "differs after each start of the daemon; seq and t_us then start again",
          "type": "string",
          "minLength": 1
        },
        "topics": {
          "description": "the topics that this daemon has",
          "type": "array",
          "items": {"$ref": "#/$defs/topic"},
          "uniqueItems": true
        },
        "verbs": {
          "description": "the verbs that this socket takes",
          "type": "array",
          "items": {
            "anyOf": [
              {
                "enum": [
                  "watch", "unwatch", "get", "ping", "calibrate", "calibration", "mount", "position",
                  "target", "haptic", "record", "devices", "reload"
                ]
              },
              {"$comment": "words of later versions", "type": "string", "pattern": "^[a-z0-9_]+$"}
            ]
          },
          "uniqueItems": true
        },
        "control": {"description": "whether this socket takes the verbs that change the daemon", "type": "boolean"},
        "limits": {
          "description": "limits of this connection",
          "type": "object",
          "properties": {
            "request_bytes": {
              "description": "the longest request, bytes with its LF",
              "type": "integer",
              "minimum": 1,
              "maximum": 9007199254740991
            },
            "line_bytes": {
              "description": "the longest line of the daemon, bytes with its LF",
              "type": "integer",
              "minimum": 1,
              "maximum": 9007199254740991
            },
            "rate_hz": {
              "description": "the highest rate of reading, per second",
              "type": "number",
              "exclusiveMinimum": 0
            },
            "event_queue": {
              "description": "events that are kept for a slow client",
              "type": "integer",
              "minimum": 1,
              "maximum": 9007199254740991
            }
          },
          "required": ["request_bytes", "line_bytes", "rate_hz", "event_queue"]
        },
        "replay": {"description": "the data come from a recording", "type": "boolean"},
        "simulated": {"description": "no sensor measured the data", "type": "boolean"},
        "schema_sha256": {
          "description": "the SHA-256 of this schema as qiblactl schema prints it",
          "type": "string",
          "pattern": "^[0-9a-f]{64}$"
        }
      },
      "required": [
        "type", "protocol", "server", "version", "run_id", "topics", "verbs", "control", "limits", "replay",
        "simulated", "schema_sha256"
      ]
    },
    "reading": {
      "description": "everything that a dial needs, of one instant",
      "type": "object",
      "properties": {
        "type": {"const": "reading"},
        "seq": {"$ref": "#/$defs/seq"},
        "t_us": {"$ref": "#/$defs/t_us"},
        "time": {
          "description": "the time of day, UTC, with milliseconds; once a satellite receiver gave a plausible date",
          "type": "string",
          "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$"
        },
        "heading_magnetic_deg": {
          "description": "where axis points, from magnetic north, degrees clockwise from north",
          "type": "number",
          "minimum": 0,
          "exclusiveMaximum": 360
        },
        "heading_true_deg": {
          "description": "where axis points, from true north; needs a declination, degrees clockwise from north",
          "type": "number",
          "minimum": 0,
          "exclusiveMaximum": 360
        },
        "declination_deg": {
          "description": "from true to magnetic north, east positive, degrees",
          "type": "number",
          "minimum": -180,
          "maximum": 180
        },
        "error68_deg": {
          "description": "the error of heading_true_deg where that is there, else of the magnetic one: 68 % are expected within this, degrees",
          "type": "number",
          "minimum": 0.01
        },
        "turn_rate_dps": {
          "description": "about the vertical, clockwise seen from above positive, degrees a second",
          "type": "number"
        },
        "pitch_deg": {"description": "nose up positive, degrees", "type": "number", "minimum": -90, "maximum": 90},
        "roll_deg": {
          "description": "right side down positive, degrees",
          "type": "number",
          "minimum": -180,
          "exclusiveMaximum": 180
        },
        "axis": {"$ref": "#/$defs/axis"},
        "source": {
          "description": "what the heading was made of",
          "enum": ["mag", "mag+accel", "mag+gyro", "gyro_hold", "none"]
        },
        "sample_age_us": {
          "description": "from the newest magnetometer sample to t_us, microseconds",
          "type": "integer",
          "minimum": 0,
          "maximum": 9007199254740991
        },
        "status": {"$ref": "#/$defs/status"},
        "why": {"$ref": "#/$defs/why"},
        "qibla_deg": {
          "description": "the bearing of the target, from true north, degrees clockwise from north",
          "type": "number",
          "minimum": 0,
          "exclusiveMaximum": 360
        },
        "pointer_deg": {
          "description": "turn right by this to face the target: qibla_deg less heading_true_deg, degrees",
          "type": "number",
          "minimum": -180,
          "exclusiveMaximum": 180
        },
        "alignment": {
          "description": "how the device stands to the Qibla",
          "enum": ["unknown", "away", "near", "almost", "aligned", "aligned_uncertain"]
        },
        "skipped": {"$ref": "#/$defs/skipped"}
      },
      "required": ["type", "seq", "t_us", "axis", "source", "status", "why", "alignment"]
    },
    "state": {
      "description": "the condition of the daemon",
      "type": "object",
      "properties": {
        "type": {"const": "state"},
        "seq": {"$ref": "#/$defs/seq"},
        "t_us": {"$ref": "#/$defs/t_us"},
        "status": {"$ref": "#/$defs/status"},
        "why": {"$ref": "#/$defs/why"},
        "calibration": {
          "description": "the calibration of the magnetometer",
          "type": "object",
          "properties": {
            "status": {"$ref": "#/$defs/calibration_status"},
            "grade": {"$ref": "#/$defs/grade"},
            "age_s": {"description": "since the calibration in use was made, seconds", "type": "number", "minimum": 0},
            "residual_percent": {
              "description": "what the fit leaves of samples that it did not use, percent of the strength",
              "type": "number",
              "minimum": 0
            },
            "coverage_percent": {
              "description": "while samples are collected: the part of all directions with samples, percent",
              "type": "number",
              "minimum": 0,
              "maximum": 100
            },
            "profile": {"$ref": "#/$defs/profile"},
            "check": {"$ref": "#/$defs/heading_check"}
          },
          "required": ["status"]
        },
        "interference": {
          "description": "whether the measured field differs from the field of the Earth",
          "type": "object",
          "properties": {
            "status": {"$ref": "#/$defs/interference_status"},
            "kind": {"$ref": "#/$defs/interference_kind"},
            "disturbance_ut": {"$ref": "#/$defs/disturbance_ut"},
            "strength_percent": {
              "description": "how much stronger the field is than the reference field, percent",
              "type": "number"
            },
            "inclination_error_deg": {
              "description": "how much steeper the field is than the reference field, degrees",
              "type": "number",
              "minimum": -180,
              "maximum": 180
            }
          },
          "required": ["status"]
        },
        "position": {
          "description": "the position in use",
          "type": "object",
          "properties": {
            "status": {"$ref": "#/$defs/position_status"},
            "age_s": {"description": "since the fix, seconds", "type": "number", "minimum": 0},
            "error_m": {
              "description": "68 % of the positions are expected within this, metres",
              "type": "number",
              "minimum": 0
            }
          },
          "required": ["status"]
        },
        "declination": {
          "description": "the declination in use",
          "type": "object",
          "properties": {
            "model": {"description": "manual, or the name of the magnetic model", "type": "string"},
            "valid": {
              "description": "whether there is a declination, by hand or of a model for this date",
              "type": "boolean"
            },
            "error68_deg": {
              "description": "the error of the declination: 68 % are expected within this, degrees",
              "type": "number",
              "minimum": 0.01
            }
          },
          "required": ["valid"]
        },
        "sensors": {
          "description": "the sensors that measured since the last gap",
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "kind": {"$ref": "#/$defs/sensor_kind"},
              "id": {
                "description": "the number of the magnetometer where there are several",
                "type": "integer",
                "minimum": 0,
                "maximum": 9007199254740991
              },
              "primary": {"description": "whether it is the one that makes the heading", "type": "boolean"},
              "rate_hz": {"description": "samples a second", "type": "number", "minimum": 0},
              "disagreement_deg": {
                "description": "how far its difference from the primary can turn north, degrees",
                "type": "number",
                "minimum": 0
              }
            },
            "required": ["kind"]
          }
        },
        "mount": {
          "description": "a sign that the configured mount is wrong",
          "type": "object",
          "properties": {
            "wrong": {"description": "whether a turn has contradicted the configured mount", "type": "boolean"},
            "chip": {"$ref": "#/$defs/sensor_kind"},
            "mirrored": {"description": "the frame of the magnetometer is a mirror image", "type": "boolean"},
            "turns": {
              "description": "the mounts that are possible, relative to the configured one",
              "type": "array",
              "items": {
                "description": "the axes that point forward, right and down",
                "type": "string",
                "pattern": "^-?[xyz] -?[xyz] -?[xyz]$"
              },
              "minItems": 1
            },
            "upside_down": {"description": "gravity has shown the device upside down", "const": true}
          },
          "required": ["wrong"]
        },
        "live": {
          "description": "what only a running daemon has",
          "type": "object",
          "properties": {
            "clients": {
              "description": "connections when the message was made",
              "type": "integer",
              "minimum": 0,
              "maximum": 9007199254740991
            },
            "recording": {"description": "the name of the file that is recorded to", "type": "string"}
          },
          "required": ["clients"]
        },
        "skipped": {"$ref": "#/$defs/skipped"}
      },
      "required": [
        "type", "seq", "t_us", "status", "why", "calibration", "interference", "position", "declination",
        "sensors"
      ]
    },
    "event": {
      "description": "something that happened at one instant",
      "type": "object",
      "properties": {
        "type": {"const": "event"},
        "seq": {"$ref": "#/$defs/seq"},
        "t_us": {"$ref": "#/$defs/t_us"},
        "name": {
          "description": "what happened",
          "anyOf": [
            {
              "enum": [
                "aligned", "aligned_uncertain", "left", "locked", "passed", "axis_changed", "gap",
                "interference_started", "interference_ended", "device_lost", "device_recovered",
                "position_fix", "position_lost", "declination_expired", "mount_wrong", "mount_cleared",
                "calibration_started", "calibration_progress", "calibration_accepted", "calibration_rejected",
                "recording_started", "recording_stopped", "mount_changed", "config_reloaded", "config_rejected"
              ]
            },
            {"$comment": "words of later versions", "type": "string", "pattern": "^[a-z0-9_]+$"}
          ]
        },
        "pointer_deg": {
          "description": "the pointer then, degrees",
          "type": "number",
          "minimum": -180,
          "exclusiveMaximum": 180
        },
        "axis": {"$ref": "#/$defs/axis"},
        "device": {"$ref": "#/$defs/sensor_kind"},
        "reason": {
          "description": "the cause of a gap, or why a recording has ended",
          "anyOf": [
            {
              "enum": [
                "silence", "time_backwards", "replay_loop", "suspend", "paused", "asked", "time_limit", "size_limit",
                "disk_full", "disk_slow", "disk_failed", "source_ended", "shutting_down"
              ]
            },
            {"$comment": "words of later versions", "type": "string", "pattern": "^[a-z0-9_]+$"}
          ]
        },
        "gap_us": {
          "description": "the length of the silence, of the suspend or of the pause, microseconds",
          "type": "integer",
          "minimum": 0,
          "maximum": 9007199254740991
        },
        "file": {
          "description": "the name of the file of a recording, without the directory",
          "type": "string",
          "minLength": 1
        },
        "applied": {
          "description": "the sections of the configuration that took effect",
          "type": "array",
          "items": {"type": "string", "minLength": 1},
          "minItems": 1
        },
        "restart": {
          "description": "what else differs, and takes effect with the next start",
          "type": "array",
          "items": {"type": "string", "minLength": 1},
          "minItems": 1
        },
        "haptic": {
          "description": "the pattern to play",
          "anyOf": [
            {"enum": ["aligned", "aligned_uncertain", "locked", "passed", "left"]},
            {"$comment": "words of later versions", "type": "string", "pattern": "^[a-z0-9_]+$"}
          ]
        },
        "grade": {"$ref": "#/$defs/grade"},
        "coverage_percent": {
          "description": "the part of all directions with samples, percent",
          "type": "number",
          "minimum": 0,
          "maximum": 100
        },
        "profile": {"$ref": "#/$defs/profile"},
        "reasons": {
          "description": "why a calibration was rejected",
          "type": "array",
          "items": {"type": "string"},
          "minItems": 1
        }
      },
      "required": ["type", "seq", "t_us", "name"]
    },
    "qibla": {
      "description": "direction and distance of the target",
      "type": "object",
      "properties": {
        "type": {"const": "qibla"},
        "seq": {"$ref": "#/$defs/seq"},
        "t_us": {"$ref": "#/$defs/t_us"},
        "bearing_deg": {
          "description": "the bearing by method, degrees clockwise from north",
          "type": "number",
          "minimum": 0,
          "exclusiveMaximum": 360
        },
        "method": {"description": "how the bearing is computed", "enum": ["great_circle", "geodesic", "rhumb"]},
        "great_circle_deg": {
          "description": "on a sphere, degrees clockwise from north",
          "type": "number",
          "minimum": 0,
          "exclusiveMaximum": 360
        },
        "geodesic_deg": {
          "description": "on the WGS84 ellipsoid, degrees clockwise from north",
          "type": "number",
          "minimum": 0,
          "exclusiveMaximum": 360
        },
        "rhumb_deg": {
          "description": "the way of constant bearing, on a sphere, degrees clockwise from north",
          "type": "number",
          "minimum": 0,
          "exclusiveMaximum": 360
        },
        "distance_km": {"description": "along the geodesic, kilometres", "type": "number", "minimum": 0},
        "cardinal": {
          "description": "the nearest of 16 compass points",
          "enum": ["N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW"]
        },
        "text": {
          "description": "for display: the whole degree with `cardinal`, as in `119° ESE`",
          "type": "string"
        },
        "error68_deg": {
          "description": "the error of the bearing from that of the position: 68 % are expected within this, degrees",
          "type": "number",
          "minimum": 0.01
        },
        "note": {"description": "a special place", "enum": ["none", "near_kaaba", "at_kaaba", "antipode", "pole"]},
        "position_status": {"$ref": "#/$defs/position_status"},
        "target": {
          "description": "the point that the pointer shows",
          "type": "object",
          "properties": {
            "name": {"description": "its name", "type": "string", "minLength": 1},
            "latitude_deg": {"description": "north positive, degrees", "type": "number", "minimum": -90, "maximum": 90},
            "longitude_deg": {"description": "east positive, degrees", "type": "number", "minimum": -180, "maximum": 180}
          },
          "required": ["name", "latitude_deg", "longitude_deg"]
        },
        "skipped": {"$ref": "#/$defs/skipped"}
      },
      "required": ["type", "seq", "t_us", "distance_km", "note", "position_status", "target"]
    },
    "position": {
      "description": "where the device is",
      "type": "object",
      "properties": {
        "type": {"const": "position"},
        "seq": {"$ref": "#/$defs/seq"},
        "t_us": {"$ref": "#/$defs/t_us"},
        "status": {"$ref": "#/$defs/position_status"},
        "latitude_deg": {"description": "north positive, degrees", "type": "number", "minimum": -90, "maximum": 90},
        "longitude_deg": {"description": "east positive, degrees", "type": "number", "minimum": -180, "maximum": 180},
        "altitude_m": {"description": "above the WGS84 ellipsoid, metres", "type": "number"},
        "error_m": {
          "description": "68 % of the positions are expected within this, metres",
          "type": "number",
          "minimum": 0
        },
        "age_s": {"description": "since the fix, seconds", "type": "number", "minimum": 0},
        "course_deg": {
          "description": "course over ground, from true north; never a heading, degrees clockwise from north",
          "type": "number",
          "minimum": 0,
          "exclusiveMaximum": 360
        },
        "speed_mps": {"description": "over ground, metres a second", "type": "number", "minimum": 0},
        "skipped": {"$ref": "#/$defs/skipped"}
      },
      "required": ["type", "seq", "t_us", "status"],
      "dependentRequired": {"latitude_deg": ["longitude_deg"], "longitude_deg": ["latitude_deg"]}
    },
    "calibration": {
      "description": "how the calibration by the daemon stands",
      "type": "object",
      "properties": {
        "type": {"const": "calibration"},
        "seq": {"$ref": "#/$defs/seq"},
        "t_us": {"$ref": "#/$defs/t_us"},
        "status": {"$ref": "#/$defs/calibration_status"},
        "profile": {"$ref": "#/$defs/profile"},
        "samples": {
          "description": "fields that were looked at",
          "type": "integer",
          "minimum": 0,
          "maximum": 9007199254740991
        },
        "coverage": {
          "description": "one character for each cell of directions, 1 with samples: 48 cells, 24 for a level turn",
          "type": "string",
          "pattern": "^[01]{24}([01]{24})?$"
        },
        "coverage_percent": {
          "description": "the part of the cells with samples, percent",
          "type": "number",
          "minimum": 0,
          "maximum": 100
        },
        "next_pose": {
          "description": "what to do next",
          "anyOf": [
            {
              "enum": [
                "tumble", "level", "enough", "bring_down_front", "bring_down_back", "bring_down_right",
                "bring_down_left", "bring_down_bottom", "bring_down_top", "turn_around_front",
                "turn_around_back", "turn_around_right", "turn_around_left", "turn_around_bottom",
                "turn_around_top", "rest_front", "rest_back", "rest_right", "rest_left", "rest_bottom",
                "rest_top"
              ]
            },
            {"$comment": "words of later versions", "type": "string", "pattern": "^[a-z0-9_]+$"}
          ]
        },
        "advice": {"description": "the same as a sentence", "type": "string"},
        "rests_seen": {
          "description": "sides that were down while the device rested",
          "type": "integer",
          "minimum": 0,
          "maximum": 9007199254740991
        },
        "rests_wanted": {"description": "how many are best", "type": "integer", "minimum": 0, "maximum": 9007199254740991},
        "residual_percent": {
          "description": "what the fit leaves of samples that it did not use, percent of the strength",
          "type": "number",
          "minimum": 0
        },
        "radius_ut": {"description": "strength of the calibrated field, microtesla", "type": "number", "minimum": 0},
        "condition": {"description": "how well the directions determine the fit", "type": "number", "minimum": 1},
        "grade": {"$ref": "#/$defs/grade"},
        "heading_error68_deg": {
          "description": "the heading error that the calibration leaves: 68 % are expected within this, degrees",
          "type": "number",
          "minimum": 0.01
        },
        "reasons": {
          "description": "why the grade is not better: sentences",
          "type": "array",
          "items": {"type": "string"}
        },
        "skipped": {"$ref": "#/$defs/skipped"}
      },
      "required": ["type", "seq", "t_us", "status", "profile", "reasons"]
    },
    "field": {
      "description": "the magnetic field as it is measured, as the filter has learned it, and as the magnetic model has it; ten times a second",
      "type": "object",
      "properties": {
        "type": {"const": "field"},
        "seq": {"$ref": "#/$defs/seq"},
        "t_us": {"$ref": "#/$defs/t_us"},
        "status": {"$ref": "#/$defs/interference_status"},
        "kind": {"$ref": "#/$defs/interference_kind"},
        "field_ut": {
          "description": "the calibrated field along forward, right and down, microtesla: the mean since the message before",
          "type": "array",
          "items": {"type": "number"},
          "minItems": 3,
          "maxItems": 3
        },
        "strength_ut": {"description": "the mean of its strengths, microtesla", "type": "number", "minimum": 0},
        "inclination_deg": {
          "description": "its angle, degrees below the horizontal",
          "type": "number",
          "minimum": -90,
          "maximum": 90
        },
        "horizontal_ut": {"description": "its horizontal part, microtesla", "type": "number", "minimum": 0},
        "reference_strength_ut": {"description": "the strength of the reference field, microtesla", "type": "number", "minimum": 0},
        "reference_inclination_deg": {
          "description": "its angle, degrees below the horizontal",
          "type": "number",
          "minimum": -90,
          "maximum": 90
        },
        "reference_horizontal_ut": {"description": "its horizontal part, microtesla", "type": "number", "minimum": 0},
        "expected_strength_ut": {"description": "the strength by the magnetic model, microtesla", "type": "number", "minimum": 0},
        "expected_inclination_deg": {
          "description": "its angle, degrees below the horizontal",
          "type": "number",
          "minimum": -90,
          "maximum": 90
        },
        "expected_horizontal_ut": {"description": "its horizontal part, microtesla", "type": "number", "minimum": 0},
        "disturbance_ut": {"$ref": "#/$defs/disturbance_ut"},
        "skipped": {"$ref": "#/$defs/skipped"}
      },
      "required": ["type", "seq", "t_us", "status"]
    },
    "raw": {
      "description": "a measurement of one chip along its own axes, before mount and calibration",
      "type": "object",
      "properties": {
        "type": {"const": "raw"},
        "seq": {"$ref": "#/$defs/seq"},
        "t_us": {"$ref": "#/$defs/t_us"},
        "id": {
          "description": "which chip: a number that stays that chip's, the id of a recording",
          "type": "integer",
          "minimum": 0,
          "maximum": 9007199254740991
        },
        "mag_ut": {
          "description": "field, microtesla",
          "type": "array",
          "items": {"type": "number"},
          "minItems": 3,
          "maxItems": 3
        },
        "accel_mps2": {
          "description": "specific force, metres a second squared",
          "type": "array",
          "items": {"type": "number"},
          "minItems": 3,
          "maxItems": 3
        },
        "gyro_dps": {
          "description": "angular rate, degrees a second",
          "type": "array",
          "items": {"type": "number"},
          "minItems": 3,
          "maxItems": 3
        },
        "temperature_c": {"description": "of the chip, degrees Celsius", "type": "number"},
        "skipped": {"$ref": "#/$defs/skipped"}
      },
      "required": ["type", "seq", "t_us", "id"]
    },
    "devices": {
      "description": "the chips that the daemon reads, and what else answered on the buses",
      "type": "object",
      "properties": {
        "type": {"const": "devices"},
        "seq": {"$ref": "#/$defs/seq"},
        "t_us": {"$ref": "#/$defs/t_us"},
        "buses": {
          "description": "the buses that are searched",
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "bus": {"description": "as configured, or the number of its adapter with its name", "type": "string"},
              "error": {"description": "why it cannot be used, and what to do", "type": "string"}
            },
            "required": ["bus"]
          }
        },
        "devices": {
          "description": "the chips",
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "bus": {"description": "its bus", "type": "string"},
              "address": {"$ref": "#/$defs/hex_address"},
              "chip": {"description": "its name in the datasheet or in the driver of the kernel", "type": "string"},
              "driver": {"description": "the driver, or iio for one of the kernel", "type": "string"},
              "evidence": {
                "description": "the registers that identified it and what they read, or the folder of the kernel",
                "type": "array",
                "items": {"type": "string"}
              },
              "note": {"description": "the same in words", "type": "string"},
              "status": {"description": "whether it measures", "enum": ["starting", "measuring", "failed"]},
              "fault": {"description": "what is wrong, and what to do", "type": "string"},
              "measures": {
                "description": "what it has measured so far",
                "type": "array",
                "items": {"$ref": "#/$defs/sensor_kind"},
                "uniqueItems": true
              },
              "primary_for": {
                "description": "of these, the ones for which it is primary",
                "type": "array",
                "items": {"$ref": "#/$defs/sensor_kind"},
                "uniqueItems": true
              },
              "rate_asked_hz": {"description": "measurements a second as set up", "type": "number", "minimum": 0},
              "rate_hz": {"description": "measurements a second as achieved", "type": "number", "minimum": 0},
              "errors": {
                "description": "failed transfers since the start",
                "type": "integer",
                "minimum": 0,
                "maximum": 9007199254740991
              },
              "resets": {
                "description": "set-ups after the first",
                "type": "integer",
                "minimum": 0,
                "maximum": 9007199254740991
              }
            },
            "required": ["evidence", "note"]
          }
        },
        "skipped": {"$ref": "#/$defs/skipped"}
      },
      "required": ["type", "seq", "t_us", "buses", "devices"]
    },
    "stats": {
      "description": "rates, jitter, errors and queues, once a second",
      "type": "object",
      "properties": {
        "type": {"const": "stats"},
        "seq": {"$ref": "#/$defs/seq"},
        "t_us": {"$ref": "#/$defs/t_us"},
        "ticks": {
          "description": "the 60 Hz grid",
          "type": "object",
          "properties": {
            "count": {
              "description": "ticks in the last second",
              "type": "integer",
              "minimum": 0,
              "maximum": 9007199254740991
            },
            "missed": {
              "description": "ticks since the start that came after the next one was due",
              "type": "integer",
              "minimum": 0,
              "maximum": 9007199254740991
            },
            "jitter_p50_us": {
              "description": "deviation of the tick interval from 1/60 s, median, microseconds",
              "type": "integer",
              "minimum": 0,
              "maximum": 9007199254740991
            },
            "jitter_p99_us": {
              "description": "the same, 99th percentile, microseconds",
              "type": "integer",
              "minimum": 0,
              "maximum": 9007199254740991
            }
          },
          "required": ["count", "missed"]
        },
        "samples_dropped": {
          "description": "measurements dropped because the thread of the pipeline did not run",
          "type": "integer",
          "minimum": 0,
          "maximum": 9007199254740991
        },
        "gpsd": {
          "description": "the connection to gpsd",
          "type": "object",
          "properties": {
            "lines": {
              "description": "lines since the start",
              "type": "integer",
              "minimum": 0,
              "maximum": 9007199254740991
            },
            "lines_refused": {
              "description": "lines skipped since the start",
              "type": "integer",
              "minimum": 0,
              "maximum": 9007199254740991
            },
            "stuck_s": {
              "description": "how long the thread of gpsd has not run, seconds",
              "type": "number",
              "minimum": 0
            }
          },
          "required": ["lines", "lines_refused"]
        },
        "client_count": {"description": "connections", "type": "integer", "minimum": 0, "maximum": 9007199254740991},
        "clients": {
          "description": "the 32 connections with most losses",
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "number": {
                "description": "counts connections from 1",
                "type": "integer",
                "minimum": 1,
                "maximum": 9007199254740991
              },
              "queue": {
                "description": "lines that wait for the client",
                "type": "integer",
                "minimum": 0,
                "maximum": 9007199254740991
              },
              "dropped": {
                "description": "lines that it was too slow for",
                "type": "integer",
                "minimum": 0,
                "maximum": 9007199254740991
              }
            },
            "required": ["number", "queue", "dropped"]
          },
          "maxItems": 32
        },
        "devices": {
          "description": "the chips",
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "bus": {"description": "as in devices", "type": "string"},
              "address": {"$ref": "#/$defs/hex_address"},
              "chip": {"description": "as in devices", "type": "string"},
              "rate_hz": {"description": "measurements in the last whole second", "type": "number", "minimum": 0},
              "jitter_p50_us": {
                "description": "difference of two consecutive intervals, median of the last second, microseconds",
                "type": "integer",
                "minimum": 0,
                "maximum": 9007199254740991
              },
              "jitter_p99_us": {
                "description": "the same, 99th percentile, microseconds",
                "type": "integer",
                "minimum": 0,
                "maximum": 9007199254740991
              },
              "samples": {
                "description": "measurements since the start",
                "type": "integer",
                "minimum": 0,
                "maximum": 9007199254740991
              },
              "errors": {
                "description": "failed transfers by kind",
                "type": "object",
                "properties": {
                  "no_acknowledge": {
                    "description": "since the start",
                    "type": "integer",
                    "minimum": 1,
                    "maximum": 9007199254740991
                  },
                  "timeout": {
                    "description": "since the start",
                    "type": "integer",
                    "minimum": 1,
                    "maximum": 9007199254740991
                  },
                  "short_read": {
                    "description": "since the start",
                    "type": "integer",
                    "minimum": 1,
                    "maximum": 9007199254740991
                  },
                  "gone": {
                    "description": "since the start",
                    "type": "integer",
                    "minimum": 1,
                    "maximum": 9007199254740991
                  },
                  "refused": {
                    "description": "since the start",
                    "type": "integer",
                    "minimum": 1,
                    "maximum": 9007199254740991
                  }
                }
              },
              "faults": {
                "description": "losses by kind",
                "type": "object",
                "properties": {
                  "stuck": {
                    "description": "since the start",
                    "type": "integer",
                    "minimum": 1,
                    "maximum": 9007199254740991
                  },
                  "all_zero": {
                    "description": "since the start",
                    "type": "integer",
                    "minimum": 1,
                    "maximum": 9007199254740991
                  },
                  "all_ones": {
                    "description": "since the start",
                    "type": "integer",
                    "minimum": 1,
                    "maximum": 9007199254740991
                  },
                  "saturated": {
                    "description": "since the start",
                    "type": "integer",
                    "minimum": 1,
                    "maximum": 9007199254740991
                  },
                  "silent": {
                    "description": "since the start",
                    "type": "integer",
                    "minimum": 1,
                    "maximum": 9007199254740991
                  },
                  "configuration_lost": {
                    "description": "since the start",
                    "type": "integer",
                    "minimum": 1,
                    "maximum": 9007199254740991
                  },
                  "not_the_chip": {
                    "description": "since the start",
                    "type": "integer",
                    "minimum": 1,
                    "maximum": 9007199254740991
                  },
                  "no_firmware": {
                    "description": "since the start",
                    "type": "integer",
                    "minimum": 1,
                    "maximum": 9007199254740991
                  },
                  "not_ready": {
                    "description": "since the start",
                    "type": "integer",
                    "minimum": 1,
                    "maximum": 9007199254740991
                  },
                  "bus": {
                    "description": "since the start",
                    "type": "integer",
                    "minimum": 1,
                    "maximum": 9007199254740991
                  }
                }
              },
              "resets": {
                "description": "set-ups after the first",
                "type": "integer",
                "minimum": 0,
                "maximum": 9007199254740991
              },
              "overflows": {
                "description": "measurements beyond its range",
                "type": "integer",
                "minimum": 0,
                "maximum": 9007199254740991
              }
            },
            "required": ["chip", "samples", "errors", "faults", "resets", "overflows"]
          }
        },
        "skipped": {"$ref": "#/$defs/skipped"}
      },
      "required": ["type", "seq", "t_us", "ticks", "samples_dropped", "client_count", "clients", "devices"]
    },
    "reply": {
      "description": "the answer to a request that succeeded",
      "type": "object",
      "required": ["type", "ok"],
      "properties": {"type": {"const": "reply"}},
      "additionalProperties": true,
      "if": {"required": ["do"]},
      "then": {
        "oneOf": [
          {"$ref": "#/$defs/record_reply"},
          {"$ref": "#/$defs/calibrate_reply"},
          {"$ref": "#/$defs/calibration_reply"},
          {"$ref": "#/$defs/mount_reply"},
          {"$ref": "#/$defs/position_reply"},
          {"$ref": "#/$defs/target_reply"},
          {"$ref": "#/$defs/haptic_reply"},
          {"$ref": "#/$defs/devices_reply"},
          {"$ref": "#/$defs/reload_reply"}
        ]
      },
      "else": {
        "if": {"required": ["topics"]},
        "then": {
          "if": {"properties": {"topics": {"type": "array"}}},
          "then": {"$ref": "#/$defs/unwatch_reply"},
          "else": {"$ref": "#/$defs/watch_reply"}
        },
        "else": {
          "if": {"required": ["message"]},
          "then": {"$ref": "#/$defs/get_reply"},
          "else": {"$ref": "#/$defs/ping_reply"}
        }
      }
    },
    "error": {
      "description": "the answer to a request that failed",
      "type": "object",
      "properties": {
        "type": {"const": "error"},
        "id": {"$ref": "#/$defs/id"},
        "code": {
          "description": "the kind of error",
          "anyOf": [
            {
              "enum": [
                "bad_json", "too_long", "unknown_verb", "unknown_topic", "bad_value", "rate_limited",
                "not_permitted", "busy", "not_available", "unsupported_major", "shutting_down"
              ]
            },
            {"$comment": "words of later versions", "type": "string", "pattern": "^[a-z0-9_]+$"}
          ]
        },
        "message": {"description": "what is wrong, in one sentence", "type": "string", "minLength": 1},
        "hint": {"description": "how to correct the request", "type": "string", "minLength": 1}
      },
      "required": ["type", "code", "message", "hint"]
    },
    "resync": {
      "description": "the client was too slow and lost events; state and qibla follow",
      "type": "object",
      "properties": {
        "type": {"const": "resync"},
        "lost_events": {"description": "how many", "type": "integer", "minimum": 1, "maximum": 9007199254740991}
      },
      "required": ["type", "lost_events"]
    },
    "bye": {
      "description": "the last line before the daemon closes",
      "type": "object",
      "properties": {
        "type": {"const": "bye"},
        "reason": {
          "description": "why",
          "anyOf": [
            {"enum": ["shutting_down", "replay_ended", "failed", "too_long"]},
            {"$comment": "words of later versions", "type": "string", "pattern": "^[a-z0-9_]+$"}
          ]
        }
      },
      "required": ["type", "reason"]
    },
    "seq": {
      "description": "counts the messages of this topic from 0, from the start of the daemon; jumps at a rate under 60 Hz",
      "type": "integer",
      "minimum": 0,
      "maximum": 9007199254740991
    },
    "t_us": {
      "description": "the instant for which the message holds, microseconds on the clock of the source; not the time of day",
      "type": "integer",
      "minimum": -9007199254740991,
      "maximum": 9007199254740991
    },
    "skipped": {
      "description": "the number of messages of this topic just before this one that the client was too slow for; always the last member",
      "type": "integer",
      "minimum": 1,
      "maximum": 9007199254740991
    },
    "id": {"description": "the id of the request, byte for byte as it was sent", "type": ["number", "string"]},
    "status": {
      "description": "how far to trust the heading",
      "enum": ["unavailable", "interference", "calibrating", "uncertain", "accurate"]
    },
    "why": {
      "description": "why the heading is not better; the reason to show first",
      "type": "array",
      "items": {
        "anyOf": [
          {
            "enum": [
              "mount_wrong", "uncalibrated", "calibration_stale", "calibrating", "interference_strength",
              "interference_inclination", "interference_jump", "interference_turn", "tilt", "accelerating",
              "no_tilt_sensor", "field_uneven", "turning_fast", "calibration_poor", "calibration_unconfirmed", "no_position",
              "position_old", "no_time", "no_declination", "declination_model_expired", "declination_manual",
              "weak_horizontal_field", "sensor_missing", "sensor_stuck", "sensor_saturated",
              "sensor_all_zero", "sensor_all_ones", "bus_error", "sensors_disagree", "motion_contradicted",
              "inertial_uncalibrated", "gyro_hold", "warming_up"
            ]
          },
          {"$comment": "words of later versions", "type": "string", "pattern": "^[a-z0-9_]+$"}
        ]
      },
      "uniqueItems": true
    },
    "calibration_status": {
      "description": "how the calibration stands",
      "enum": ["none", "collecting", "candidate", "ok", "stale", "rejected"]
    },
    "position_status": {
      "description": "where the position comes from",
      "enum": ["none", "fix2d", "fix3d", "last_known", "manual", "assumed"]
    },
    "grade": {
      "description": "the grade of a calibration, A best; given: the values were calibrated before qiblad got them",
      "enum": ["A", "B", "C", "D", "F", "given"]
    },
    "sensor_kind": {
      "description": "a kind of sensor",
      "anyOf": [
        {"enum": ["mag", "accel", "gyro"]},
        {"$comment": "words of later versions", "type": "string", "pattern": "^[a-z0-9_]+$"}
      ]
    },
    "interference_status": {"description": "whether the field fits", "enum": ["undisturbed", "suspect", "disturbed", "recovering"]},
    "interference_kind": {"description": "where the disturbance is", "enum": ["transient", "place", "device"]},
    "disturbance_ut": {
      "description": "what is added to the reference field along forward, right and down, microtesla",
      "type": "array",
      "items": {"type": "number"},
      "minItems": 3,
      "maxItems": 3
    },
    "axis": {
      "description": "the direction of the device whose azimuth is the heading: forward, or the back of a device that is held upright",
      "enum": ["x", "back"]
    },
    "profile": {
      "description": "the name under which a calibration is kept",
      "type": "string",
      "pattern": "^[A-Za-z0-9_-]{1,40}$"
    },
    "hex_address": {"description": "a 7-bit address on the bus", "type": "string", "pattern": "^0x[0-9A-F]{2}$"},
    "topic": {
      "description": "the name of a topic",
      "anyOf": [
        {
          "enum": [
            "reading", "state", "event", "qibla", "position", "calibration", "field", "raw", "devices",
            "stats"
          ]
        },
        {"$comment": "words of later versions", "type": "string", "pattern": "^[a-z0-9_]+$"}
      ]
    },
    "watch_topics": {
      "description": "topics with their options",
      "type": "object",
      "properties": {
        "reading": {
          "type": "object",
          "properties": {
            "rate_hz": {
              "description": "readings a second; over 60 is taken as 60",
              "type": "number",
              "exclusiveMinimum": 0
            },
            "min_change_deg": {
              "description": "how far heading, pointer or error must differ from the last reading that was sent, degrees",
              "type": "number",
              "exclusiveMinimum": 0,
              "maximum": 180
            },
            "max_gap_ms": {
              "description": "the longest time without a reading although nothing changes, milliseconds",
              "type": "integer",
              "minimum": 1,
              "maximum": 3600000
            },
            "screen_deg": {
              "description": "where the screen's upper edge points, clockwise from the device's forward axis",
              "enum": [0, 90, 180, 270]
            }
          },
          "required": [],
          "dependentRequired": {"max_gap_ms": ["min_change_deg"]},
          "additionalProperties": false
        },
        "state": {"type": "object", "properties": {}, "required": [], "additionalProperties": false},
        "event": {"type": "object", "properties": {}, "required": [], "additionalProperties": false},
        "qibla": {"type": "object", "properties": {}, "required": [], "additionalProperties": false},
        "position": {"type": "object", "properties": {}, "required": [], "additionalProperties": false},
        "calibration": {"type": "object", "properties": {}, "required": [], "additionalProperties": false},
        "field": {"type": "object", "properties": {}, "required": [], "additionalProperties": false},
        "raw": {"type": "object", "properties": {}, "required": [], "additionalProperties": false},
        "devices": {"type": "object", "properties": {}, "required": [], "additionalProperties": false},
        "stats": {"type": "object", "properties": {}, "required": [], "additionalProperties": false}
      },
      "required": [],
      "additionalProperties": false,
      "minProperties": 1
    },
    "topic_names": {
      "description": "names of topics",
      "type": "array",
      "items": {
        "enum": ["reading", "state", "event", "qibla", "position", "calibration", "field", "raw", "devices", "stats"]
      },
      "minItems": 1
    },
    "watch_reply": {
      "description": "the answer to watch: the topics, with the options in use",
      "type": "object",
      "properties": {
        "type": {"const": "reply"},
        "id": {"$ref": "#/$defs/id"},
        "ok": {"const": true},
        "topics": {"$ref": "#/$defs/watch_topics"}
      },
      "required": ["type", "ok", "topics"]
    },
    "unwatch_reply": {
      "description": "the answer to unwatch: the topics that ended",
      "type": "object",
      "properties": {
        "type": {"const": "reply"},
        "id": {"$ref": "#/$defs/id"},
        "ok": {"const": true},
        "topics": {
          "type": "array",
          "items": {
            "enum": [
              "reading", "state", "event", "qibla", "position", "calibration", "field", "raw", "devices",
              "stats"
            ]
          }
        }
      },
      "required": ["type", "ok", "topics"]
    },
    "get_reply": {
      "description": "the answer to get: the newest message of the topic, byte for byte as it was sent",
      "type": "object",
      "properties": {
        "type": {"const": "reply"},
        "id": {"$ref": "#/$defs/id"},
        "ok": {"const": true},
        "message": {
          "oneOf": [
            {"$ref": "#/$defs/reading"},
            {"$ref": "#/$defs/state"},
            {"$ref": "#/$defs/event"},
            {"$ref": "#/$defs/qibla"},
            {"$ref": "#/$defs/position"},
            {"$ref": "#/$defs/calibration"},
            {"$ref": "#/$defs/field"},
            {"$ref": "#/$defs/raw"},
            {"$ref": "#/$defs/devices"},
            {"$ref": "#/$defs/stats"}
          ]
        }
      },
      "required": ["type", "ok", "message"]
    },
    "ping_reply": {
      "description": "the answer to ping",
      "type": "object",
      "properties": {
        "type": {"const": "reply"},
        "id": {"$ref": "#/$defs/id"},
        "ok": {"const": true},
        "t_us": {"description": "the instant of the newest message", "$ref": "#/$defs/t_us"}
      },
      "required": ["type", "ok"]
    },
    "calibration_values": {
      "description": "a calibration: calibrated = matrix times (raw less offset)",
      "type": "object",
      "properties": {
        "chip": {"description": "the chip that it is for, as profiles name it; another chip refuses it", "type": "string"},
        "offset_ut": {
          "description": "hard iron in the frame of the sensor, microtesla",
          "type": "array",
          "items": {"type": "number"},
          "minItems": 3,
          "maxItems": 3
        },
        "matrix": {
          "description": "soft iron: three rows, symmetric",
          "type": "array",
          "items": {"type": "array", "items": {"type": "number"}, "minItems": 3, "maxItems": 3},
          "minItems": 3,
          "maxItems": 3
        },
        "grade": {"$ref": "#/$defs/grade"},
        "residual_percent": {"description": "what the fit leaves, percent of the strength", "type": "number", "minimum": 0},
        "heading_error68_deg": {"description": "the heading error that it leaves, degrees, 68 %", "type": "number", "minimum": 0},
        "radius_ut": {"description": "strength of the calibrated field, microtesla", "type": "number", "minimum": 0},
        "misalignment": {
          "description": "rotation from magnetometer to inertial axes: w, x, y, z",
          "type": "array",
          "items": {"type": "number"},
          "minItems": 4,
          "maxItems": 4
        },
        "level_only": {"description": "it holds for a level device only", "type": "boolean"},
        "accelerometer": {
          "description": "offset_mps2, offset_sigma_mps2, matrix, matrix_sigma",
          "type": "object",
          "additionalProperties": true
        },
        "gyro": {
          "description": "bias_dps, bias_sigma_dps, matrix, matrix_sigma",
          "type": "object",
          "additionalProperties": true
        }
      },
      "required": ["offset_ut", "matrix", "grade"]
    },
    "position_reply": {
      "description": "the answer to position: from when on it holds, and the place",
      "type": "object",
      "properties": {
        "type": {"const": "reply"},
        "id": {"$ref": "#/$defs/id"},
        "ok": {"const": true},
        "do": {"const": "position"},
        "t_us": {"$ref": "#/$defs/t_us"},
        "latitude_deg": {"description": "north positive, degrees", "type": "number", "minimum": -90, "maximum": 90},
        "longitude_deg": {"description": "east positive, degrees", "type": "number", "minimum": -180, "maximum": 180},
        "altitude_m": {"description": "above the ellipsoid, metres", "type": "number"},
        "error_m": {"description": "68 %, metres", "type": "number", "minimum": 0}
      },
      "required": ["type", "ok", "do"]
    },
    "target_reply": {
      "description": "the answer to target",
      "type": "object",
      "properties": {
        "type": {"const": "reply"},
        "id": {"$ref": "#/$defs/id"},
        "ok": {"const": true},
        "do": {"const": "target"},
        "t_us": {"$ref": "#/$defs/t_us"},
        "name": {"description": "its name", "type": "string"},
        "latitude_deg": {"description": "north positive, degrees", "type": "number", "minimum": -90, "maximum": 90},
        "longitude_deg": {"description": "east positive, degrees", "type": "number", "minimum": -180, "maximum": 180}
      },
      "required": ["type", "ok", "do"]
    },
    "devices_reply": {
      "description": "the answer to devices",
      "type": "object",
      "properties": {
        "type": {"const": "reply"},
        "id": {"$ref": "#/$defs/id"},
        "ok": {"const": true},
        "do": {"const": "devices"}
      },
      "required": ["type", "ok", "do"]
    },
    "haptic_reply": {
      "description": "the answer to haptic",
      "type": "object",
      "properties": {
        "type": {"const": "reply"},
        "id": {"$ref": "#/$defs/id"},
        "ok": {"const": true},
        "do": {"const": "haptic"},
        "pattern": {"description": "the pattern that was played", "type": "string"},
        "motor": {"description": "the motor", "type": "string"},
        "muted": {"description": "whether no pattern is played", "type": "boolean"}
      },
      "required": ["type", "ok", "do"]
    },
    "mount_reply": {
      "description": "the answer to mount",
      "type": "object",
      "properties": {
        "type": {"const": "reply"},
        "id": {"$ref": "#/$defs/id"},
        "ok": {"const": true},
        "do": {"const": "mount"},
        "magnetometer": {"description": "in the words of the configuration", "type": "string"},
        "inertial": {"description": "in the words of the configuration", "type": "string"},
        "magnetometer_board": {"description": "the name of the board", "type": "string"},
        "inertial_board": {"description": "the name of the board", "type": "string"}
      },
      "required": ["type", "ok", "do"]
    },
    "reload_reply": {
      "description": "the answer to reload",
      "type": "object",
      "properties": {
        "type": {"const": "reply"},
        "id": {"$ref": "#/$defs/id"},
        "ok": {"const": true},
        "do": {"const": "reload"},
        "applied": {"description": "what took effect", "type": "array", "items": {"type": "string"}},
        "restart": {"description": "what differs and needs a restart", "type": "array", "items": {"type": "string"}}
      },
      "required": ["type", "ok", "do"]
    },
    "calibrate_reply": {
      "description": "the answer to calibrate",
      "type": "object",
      "properties": {
        "type": {"const": "reply"},
        "id": {"$ref": "#/$defs/id"},
        "ok": {"const": true},
        "do": {"const": "calibrate"},
        "profile": {"$ref": "#/$defs/profile"},
        "grade": {"$ref": "#/$defs/grade"}
      },
      "required": ["type", "ok", "do"]
    },
    "calibration_reply": {
      "description": "the answer to calibration",
      "type": "object",
      "properties": {
        "type": {"const": "reply"},
        "id": {"$ref": "#/$defs/id"},
        "ok": {"const": true},
        "do": {"const": "calibration"},
        "profile": {"$ref": "#/$defs/profile"},
        "grade": {"$ref": "#/$defs/grade"},
        "profiles": {
          "description": "the calibrations that are kept",
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "profile": {"$ref": "#/$defs/profile"},
              "chip": {"description": "the chip that it is for", "type": "string"},
              "grade": {"$ref": "#/$defs/grade"},
              "time": {"description": "when it was made, UTC", "type": "string"},
              "check": {"$ref": "#/$defs/heading_check"},
              "in_use": {"description": "whether it is in use", "type": "boolean"},
              "locked": {"description": "whether no other calibration replaces it", "type": "boolean"},
              "can_roll_back": {"description": "whether there is one before it", "type": "boolean"},
              "kept": {"description": "false while its file does not have it", "type": "boolean"}
            },
            "required": ["profile", "grade", "in_use", "locked", "can_roll_back"]
          }
        },
        "check": {"$ref": "#/$defs/heading_check"},
        "calibration": {"$ref": "#/$defs/calibration_values"}
      },
      "required": ["type", "ok", "do"]
    },
    "record_reply": {
      "description": "the answer to record",
      "type": "object",
      "properties": {
        "type": {"const": "reply"},
        "id": {"$ref": "#/$defs/id"},
        "ok": {"const": true},
        "do": {"const": "record"},
        "t_us": {"description": "the first input of the recording", "$ref": "#/$defs/t_us"},
        "path": {"description": "the file", "type": "string"},
        "recording": {"description": "whether it goes on", "type": "boolean"},
        "bytes": {"description": "the size of its files", "type": "integer", "minimum": 0, "maximum": 9007199254740991},
        "length_s": {"description": "the length of the recording, seconds", "type": "number", "minimum": 0},
        "files": {"description": "how many files it has", "type": "integer", "minimum": 0, "maximum": 9007199254740991},
        "reason": {
          "description": "why it has ended",
          "anyOf": [
            {
              "enum": [
                "asked", "time_limit", "size_limit", "disk_full", "disk_slow", "disk_failed", "source_ended",
                "shutting_down"
              ]
            },
            {"$comment": "words of later versions", "type": "string", "pattern": "^[a-z0-9_]+$"}
          ]
        },
        "left_out": {
          "description": "inputs that a trace cannot hold",
          "type": "integer",
          "minimum": 1,
          "maximum": 9007199254740991
        }
      },
      "required": ["type", "ok", "do"]
    },
    "watch_request": {
      "description": "send these topics from now on",
      "type": "object",
      "properties": {
        "id": {"$ref": "#/$defs/id"},
        "do": {"const": "watch"},
        "topics": {"oneOf": [{"$ref": "#/$defs/watch_topics"}, {"$ref": "#/$defs/topic_names"}]}
      },
      "required": ["do", "topics"],
      "additionalProperties": false
    },
    "unwatch_request": {
      "description": "end these topics; all of them if none is named",
      "type": "object",
      "properties": {"id": {"$ref": "#/$defs/id"}, "do": {"const": "unwatch"}, "topics": {"$ref": "#/$defs/topic_names"}},
      "required": ["do"],
      "additionalProperties": false
    },
    "get_request": {
      "description": "answer with the newest message of a topic",
      "type": "object",
      "properties": {
        "id": {"$ref": "#/$defs/id"},
        "do": {"const": "get"},
        "topic": {
          "enum": [
            "reading", "state", "event", "qibla", "position", "calibration", "field", "raw", "devices",
            "stats"
          ]
        }
      },
      "required": ["do", "topic"],
      "additionalProperties": false
    },
    "ping_request": {
      "description": "answer, to show that the connection works",
      "type": "object",
      "properties": {"id": {"$ref": "#/$defs/id"}, "do": {"const": "ping"}},
      "required": ["do"],
      "additionalProperties": false
    },
    "calibrate_start_request": {
      "description": "collect samples for a new calibration",
      "type": "object",
      "properties": {
        "id": {"$ref": "#/$defs/id"},
        "do": {"const": "calibrate"},
        "action": {"const": "start"},
        "profile": {"$ref": "#/$defs/profile"},
        "flow": {"description": "turn in all directions, or level about the vertical", "enum": ["sphere", "circle"]}
      },
      "required": ["do", "action"],
      "additionalProperties": false
    },
    "calibrate_cancel_request": {
      "description": "end that without a calibration",
      "type": "object",
      "properties": {"id": {"$ref": "#/$defs/id"}, "do": {"const": "calibrate"}, "action": {"const": "cancel"}},
      "required": ["do", "action"],
      "additionalProperties": false
    },
    "calibrate_accept_request": {
      "description": "use the candidate, and keep it under that name",
      "type": "object",
      "properties": {
        "id": {"$ref": "#/$defs/id"},
        "do": {"const": "calibrate"},
        "action": {"const": "accept"},
        "profile": {"$ref": "#/$defs/profile"},
        "force": {"description": "also where it is predicted to be worse than the one in use", "type": "boolean"}
      },
      "required": ["do", "action"],
      "additionalProperties": false
    },
    "calibrate_discard_request": {
      "description": "drop the candidate",
      "type": "object",
      "properties": {"id": {"$ref": "#/$defs/id"}, "do": {"const": "calibrate"}, "action": {"const": "discard"}},
      "required": ["do", "action"],
      "additionalProperties": false
    },
    "calibrate_rollback_request": {
      "description": "exchange the calibration with the one before",
      "type": "object",
      "properties": {
        "id": {"$ref": "#/$defs/id"},
        "do": {"const": "calibrate"},
        "action": {"const": "rollback"},
        "profile": {"$ref": "#/$defs/profile"}
      },
      "required": ["do", "action"],
      "additionalProperties": false
    },
    "calibration_list_request": {
      "description": "name every calibration that is kept",
      "type": "object",
      "properties": {"id": {"$ref": "#/$defs/id"}, "do": {"const": "calibration"}, "action": {"const": "list"}},
      "required": ["do", "action"],
      "additionalProperties": false
    },
    "calibration_use_request": {
      "description": "use this name from now on",
      "type": "object",
      "properties": {
        "id": {"$ref": "#/$defs/id"},
        "do": {"const": "calibration"},
        "action": {"const": "use"},
        "profile": {"$ref": "#/$defs/profile"}
      },
      "required": ["do", "action", "profile"],
      "additionalProperties": false
    },
    "heading_check": {
      "description": "what a check of the heading found, kept with the calibration that it was made with",
      "type": "object",
      "properties": {
        "kind": {"$ref": "#/$defs/heading_check_kind"},
        "error_deg": {"$ref": "#/$defs/heading_check_error"},
        "error68_deg": {"$ref": "#/$defs/heading_check_error68"},
        "agrees": {"description": "whether the error agrees with the one that the daemon reported", "type": "boolean"},
        "constant_unknown": {"$ref": "#/$defs/heading_check_constant"},
        "time": {"description": "when it was made, UTC", "type": "string"}
      },
      "required": ["kind", "error_deg", "error68_deg", "agrees"]
    },
    "heading_check_kind": {"description": "against the sun, or against eight marks", "enum": ["sun", "turn"]},
    "heading_check_error": {
      "description": "degrees, positive where the heading is too far clockwise; of marks the worst",
      "type": "number",
      "minimum": -180,
      "maximum": 180
    },
    "heading_check_constant": {
      "description": "true: of marks whose first direction was not given; a constant error is not part of error_deg",
      "type": "boolean"
    },
    "heading_check_error68": {
      "description": "the uncertainty of the check itself, degrees, 68 %",
      "type": "number",
      "minimum": 0,
      "maximum": 180
    },
    "calibration_check_request": {
      "description": "the result of a check of the heading is kept with the calibration in use",
      "type": "object",
      "properties": {
        "id": {"$ref": "#/$defs/id"},
        "do": {"const": "calibration"},
        "action": {"const": "check"},
        "kind": {"$ref": "#/$defs/heading_check_kind"},
        "error_deg": {"$ref": "#/$defs/heading_check_error"},
        "error68_deg": {"$ref": "#/$defs/heading_check_error68"},
        "agrees": {"type": "boolean"},
        "constant_unknown": {"$ref": "#/$defs/heading_check_constant"}
      },
      "required": ["do", "action", "kind", "error_deg", "error68_deg", "agrees"],
      "additionalProperties": false
    },
    "calibration_lock_request": {
      "description": "no other calibration replaces this one until it is unlocked",
      "type": "object",
      "properties": {
        "id": {"$ref": "#/$defs/id"},
        "do": {"const": "calibration"},
        "action": {"const": "lock"},
        "profile": {"$ref": "#/$defs/profile"}
      },
      "required": ["do", "action"],
      "additionalProperties": false
    },
    "calibration_unlock_request": {
      "description": "the opposite",
      "type": "object",
      "properties": {
        "id": {"$ref": "#/$defs/id"},
        "do": {"const": "calibration"},
        "action": {"const": "unlock"},
        "profile": {"$ref": "#/$defs/profile"}
      },
      "required": ["do", "action"],
      "additionalProperties": false
    },
    "calibration_export_request": {
      "description": "answer with the values",
      "type": "object",
      "properties": {
        "id": {"$ref": "#/$defs/id"},
        "do": {"const": "calibration"},
        "action": {"const": "export"},
        "profile": {"$ref": "#/$defs/profile"}
      },
      "required": ["do", "action"],
      "additionalProperties": false
    },
    "calibration_import_request": {
      "description": "keep these values under that name, and use them",
      "type": "object",
      "properties": {
        "id": {"$ref": "#/$defs/id"},
        "do": {"const": "calibration"},
        "action": {"const": "import"},
        "profile": {"$ref": "#/$defs/profile"},
        "calibration": {"$ref": "#/$defs/calibration_values"}
      },
      "required": ["do", "action", "profile", "calibration"],
      "additionalProperties": false
    },
    "mount_show_request": {
      "description": "answer with the mounts in use",
      "type": "object",
      "properties": {"id": {"$ref": "#/$defs/id"}, "do": {"const": "mount"}, "action": {"const": "show"}},
      "required": ["do", "action"],
      "additionalProperties": false
    },
    "mount_set_request": {
      "description": "reserved",
      "type": "object",
      "properties": {
        "id": {"$ref": "#/$defs/id"},
        "do": {"const": "mount"},
        "action": {"const": "set"},
        "board": {"description": "the mount of both", "type": "string", "minLength": 1, "maxLength": 128},
        "magnetometer": {"description": "the mount of the magnetometer", "type": "string", "minLength": 1, "maxLength": 128},
        "inertial": {
          "description": "the mount of accelerometer and gyro",
          "type": "string",
          "minLength": 1,
          "maxLength": 128
        }
      },
      "required": ["do", "action"],
      "additionalProperties": false,
      "minProperties": 3
    },
    "position_set_request": {
      "description": "the device is here",
      "type": "object",
      "properties": {
        "id": {"$ref": "#/$defs/id"},
        "do": {"const": "position"},
        "action": {"const": "set"},
        "latitude_deg": {"description": "north positive, degrees", "type": "number", "minimum": -90, "maximum": 90},
        "longitude_deg": {
          "description": "east positive, degrees; over 180 counts on from the west",
          "type": "number",
          "minimum": -180,
          "maximum": 360
        },
        "altitude_m": {
          "description": "above the ellipsoid, metres",
          "type": "number",
          "minimum": -20000,
          "maximum": 1000000
        },
        "error_m": {"description": "68 %, metres", "type": "number", "minimum": 0}
      },
      "required": ["do", "action", "latitude_deg", "longitude_deg"],
      "additionalProperties": false
    },
    "position_forget_request": {
      "description": "the position of the receiver counts again",
      "type": "object",
      "properties": {"id": {"$ref": "#/$defs/id"}, "do": {"const": "position"}, "action": {"const": "forget"}},
      "required": ["do", "action"],
      "additionalProperties": false
    },
    "target_set_request": {
      "description": "the pointer leads there",
      "type": "object",
      "properties": {
        "id": {"$ref": "#/$defs/id"},
        "do": {"const": "target"},
        "action": {"const": "set"},
        "name": {
          "description": "1 to 64 characters and at most 256 bytes on one line",
          "type": "string",
          "minLength": 1,
          "maxLength": 256,
          "not": {"pattern": "[\\u0000-\\u001f\\u007f-\\u009f]"}
        },
        "latitude_deg": {"description": "north positive, degrees", "type": "number", "minimum": -90, "maximum": 90},
        "longitude_deg": {"description": "east positive, degrees", "type": "number", "minimum": -180, "maximum": 360}
      },
      "required": ["do", "action", "name", "latitude_deg", "longitude_deg"],
      "additionalProperties": false
    },
    "target_reset_request": {
      "description": "the pointer leads to the target of the configuration",
      "type": "object",
      "properties": {"id": {"$ref": "#/$defs/id"}, "do": {"const": "target"}, "action": {"const": "reset"}},
      "required": ["do", "action"],
      "additionalProperties": false
    },
    "haptic_play_request": {
      "description": "play a pattern, or that of an event",
      "type": "object",
      "properties": {
        "id": {"$ref": "#/$defs/id"},
        "do": {"const": "haptic"},
        "action": {"const": "play"},
        "pattern": {"description": "its name", "type": "string", "minLength": 1, "maxLength": 40}
      },
      "required": ["do", "action", "pattern"],
      "additionalProperties": false
    },
    "haptic_mute_request": {
      "description": "play nothing until unmute",
      "type": "object",
      "properties": {"id": {"$ref": "#/$defs/id"}, "do": {"const": "haptic"}, "action": {"const": "mute"}},
      "required": ["do", "action"],
      "additionalProperties": false
    },
    "haptic_unmute_request": {
      "description": "play again",
      "type": "object",
      "properties": {"id": {"$ref": "#/$defs/id"}, "do": {"const": "haptic"}, "action": {"const": "unmute"}},
      "required": ["do", "action"],
      "additionalProperties": false
    },
    "record_start_request": {
      "description": "record everything that the pipeline gets",
      "type": "object",
      "properties": {
        "id": {"$ref": "#/$defs/id"},
        "do": {"const": "record"},
        "action": {"const": "start"},
        "name": {
          "description": "the name of the file in the directory for recordings",
          "type": "string",
          "pattern": "^[A-Za-z0-9_-]{1,40}$"
        },
        "path": {
          "description": "an absolute path, instead of a name",
          "type": "string",
          "pattern": "^/",
          "maxLength": 1024
        },
        "limit_s": {
          "description": "the recording ends after this time, seconds",
          "type": "number",
          "minimum": 1,
          "maximum": 1000000
        },
        "limit_bytes": {
          "description": "a file ends before it is larger, bytes",
          "type": "integer",
          "minimum": 100000,
          "maximum": 1000000000000
        },
        "files": {
          "description": "how many files are kept; over 1 a full one is followed by another",
          "type": "integer",
          "minimum": 1,
          "maximum": 1000
        },
        "redact_position": {"description": "positions are left out", "type": "boolean"},
        "replace": {"description": "a recording of that name is replaced", "type": "boolean"}
      },
      "required": ["do", "action"],
      "additionalProperties": false,
      "not": {"required": ["name", "path"]}
    },
    "record_stop_request": {
      "description": "end the recording; answered when the file is whole",
      "type": "object",
      "properties": {"id": {"$ref": "#/$defs/id"}, "do": {"const": "record"}, "action": {"const": "stop"}},
      "required": ["do", "action"],
      "additionalProperties": false
    },
    "record_status_request": {
      "description": "answer with the recording that runs, or the last one",
      "type": "object",
      "properties": {"id": {"$ref": "#/$defs/id"}, "do": {"const": "record"}, "action": {"const": "status"}},
      "required": ["do", "action"],
      "additionalProperties": false
    },
    "devices_rescan_request": {
      "description": "look for adapters and chips",
      "type": "object",
      "properties": {"id": {"$ref": "#/$defs/id"}, "do": {"const": "devices"}, "action": {"const": "rescan"}},
      "required": ["do", "action"],
      "additionalProperties": false
    },
    "reload_request": {
      "description": "read the configuration again",
      "type": "object",
      "properties": {"id": {"$ref": "#/$defs/id"}, "do": {"const": "reload"}},
      "required": ["do"],
      "additionalProperties": false
    }
  }
}

"""#

  /// The SHA-256 of the text, in hexadecimal digits.
  public static let sha256 = "66f131d133230790c9fde5b76a5761160b355ef6d2f0966b18497a22a7bfeb7e"
}
