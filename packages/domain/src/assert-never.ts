/** Ends an exhausted union: reaching it is a bug, and omitting a member does not compile. */
export function assertNever(value: never): never {
  throw new TypeError(`unexpected value: ${JSON.stringify(value)}`)
}
