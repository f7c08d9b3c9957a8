// Every model; a new one is a file here and two lines below.
#include "chip.h"

extern const struct model qmc5883l, qmc5883p, hmc5883l, lsm303dlhc_magnetometer, lis3mdl, lis2mdl;
extern const struct model lsm303dlhc_accelerometer, lis3dh, mpu6050, mpu6500, mpu9250, ak8963;
extern const struct model ak09916, icm20948, bmm150;

const struct model *const models[] = {
    &qmc5883l, &qmc5883p, &hmc5883l, &lsm303dlhc_magnetometer, &lis3mdl, &lis2mdl,
    &lsm303dlhc_accelerometer, &lis3dh, &mpu6050, &mpu6500, &mpu9250, &ak8963,
    &ak09916, &icm20948, &bmm150, 0,
};
