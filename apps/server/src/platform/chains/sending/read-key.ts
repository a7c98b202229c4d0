import { readFile } from 'node:fs/promises'

/** Reads a private key from a file. `variable`: what names the file, for the error. @throws when it has none */
export async function readKey(file: string, variable: string): Promise<`0x${string}`> {
  const digits = (await readFile(file, 'utf8')).trim().replace(/^0x/, '')
  if (/^[0-9a-fA-F]{64}$/.test(digits)) return `0x${digits}`
  throw new TypeError(`${variable}: ${file} has no private key of 64 hexadecimal digits`)
}
