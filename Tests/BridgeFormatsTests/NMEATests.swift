import BridgeFormats
import Quantities
import Testing
import Wire
