#include <linux/gpio.h>
#include <linux/input.h>
#include <linux/uinput.h>

// Requests as constants, because Swift does not import compound macros.
static const unsigned long CHIP_INFO_REQUEST = GPIO_GET_CHIPINFO_IOCTL;
static const unsigned long LINE_INFO_REQUEST = GPIO_V2_GET_LINEINFO_IOCTL;
static const unsigned long LINE_REQUEST = GPIO_V2_GET_LINE_IOCTL;
static const unsigned long LINE_VALUES_REQUEST = GPIO_V2_LINE_SET_VALUES_IOCTL;
static const unsigned long EFFECT_UPLOAD_REQUEST = EVIOCSFF;
static const unsigned long EFFECT_REMOVE_REQUEST = EVIOCRMFF;
static const unsigned long FEEDBACK_BITS_REQUEST = EVIOCGBIT(EV_FF, (FF_MAX + 8) / 8);
static const unsigned long DEVICE_NAME_REQUEST = EVIOCGNAME(256);

// For tests: an input device that a program creates.
static const unsigned long TEST_DEVICE_SETUP = UI_DEV_SETUP;
static const unsigned long TEST_DEVICE_CREATE = UI_DEV_CREATE;
static const unsigned long TEST_EVENT_BIT = UI_SET_EVBIT;
static const unsigned long TEST_FEEDBACK_BIT = UI_SET_FFBIT;
static const unsigned long TEST_UPLOAD_BEGIN = UI_BEGIN_FF_UPLOAD;
static const unsigned long TEST_UPLOAD_END = UI_END_FF_UPLOAD;
static const unsigned long TEST_ERASE_BEGIN = UI_BEGIN_FF_ERASE;
static const unsigned long TEST_ERASE_END = UI_END_FF_ERASE;
