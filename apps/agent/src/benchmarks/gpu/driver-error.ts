/** NVIDIA's driver library is missing, refused a call, or measured nothing. */
export class DriverError extends Error {
  override readonly name = 'DriverError'
}
