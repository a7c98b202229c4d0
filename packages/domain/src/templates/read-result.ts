/** A value that was read from a text, or why it cannot be taken. */
export type ReadResult<T> = { readonly value: T } | { readonly reason: string }

/** The part of a schema of the contract that tells why it rejects a value. */
interface Schema {
  safeParse(value: unknown): { error?: { issues: readonly { message: string }[] } | undefined }
}

/** Why a schema of the contract rejects a value; `null`: it accepts it. */
export function problemOf(schema: Schema, value: unknown): string | null {
  const { error } = schema.safeParse(value)
  return error === undefined ? null : (error.issues[0]?.message ?? 'is not valid')
}
