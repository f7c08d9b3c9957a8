// Every model; a new one is a file here and two lines below.
#include "chip.h"

extern const struct model qmc5883l, qmc5883p, hmc5883l, lsm303dlhc_magnetometer, lis3mdl, lis2mdl;
extern const struct model qmc6310, bno055, bno08x;
extern const struct model bmm150, bmm350, ak8963, ak09916, ak09918, rm3100, mmc5603, mmc5983ma;
extern const struct model ist8310, lsm303dlhc_accelerometer, lis3dh, adxl345, mpu6050, mpu6500, mpu9250;
extern const struct model lsm9ds1, lsm9ds1_magnetometer, ak8975, mpu9150, icm20602, icm42688;
extern const struct model l3gd20, l3gd20h, l3g4200d, itg3205, lsm303d, lsm6dsv16x;
extern const struct model icm20948, lsm6dsox, ism330dhcx, lsm6ds3trc, bmi160, bmi270, drv2605l;

const struct model *const models[] = {
    &qmc5883l, &qmc5883p, &hmc5883l, &lsm303dlhc_magnetometer, &lis3mdl, &lis2mdl, &bmm150,
    &bmm350,
    &ak8963, &ak09916, &ak09918, &rm3100, &mmc5603, &mmc5983ma, &ist8310,
    &lsm303dlhc_accelerometer, &lis3dh,
    &adxl345, &mpu6050, &mpu6500, &mpu9250, &icm20948, &lsm6dsox, &ism330dhcx, &lsm6ds3trc, &bmi160,
    &bmi270, &drv2605l, &qmc6310, &bno055, &bno08x,
    &lsm9ds1, &lsm9ds1_magnetometer, &ak8975, &mpu9150, &icm20602, &icm42688,
    &l3gd20, &l3gd20h, &l3g4200d, &itg3205, &lsm303d, &lsm6dsv16x,
    NULL,
};
