import { createHash, createSign, generateKeyPairSync } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type FileServer, startFileServer } from './file-server.ts'

/** Serves an archive as the control plane does, signed with a key of its own. */
export interface ToolboxServer extends FileServer {
  readonly version: string
  readonly publicKey: string
}

export interface ToolboxServerOptions {
  /** Changes of the facts that it announces. */
  facts?: Readonly<Record<string, unknown>>
}

/** The archive that this machine built for its own processor. @throws Error if there is none */
export function builtToolbox(): Buffer {
  const folder = fileURLToPath(new URL('../dist/toolbox', import.meta.url))
  const name = readdirSync(folder).find((each) =>
    each.startsWith(`gridloom-toolbox-linux-${process.arch}-`),
  )
  if (name === undefined) throw new Error('The toolbox is not built: script/build-toolbox')
  return readFileSync(join(folder, name))
}

export async function startToolboxServer(
  archive: Buffer,
  { facts: changes = {} }: ToolboxServerOptions = {},
): Promise<ToolboxServer> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const version = createHash('sha256').update(archive).digest('hex')
  const signature = createSign('sha256').update(archive).sign(privateKey, 'base64')
  const facts = { sha256: version, bytes: archive.length, signature, ...changes }
  const path = '/install/toolbox/linux-x64'
  const server = await startFileServer({
    [path]: Buffer.from(JSON.stringify({ status: 'success', data: facts })),
    [`${path}/${facts.sha256}`]: archive,
  })
  const pem = publicKey.export({ format: 'pem', type: 'spki' }).toString()
  return Object.assign(server, { version, publicKey: pem })
}
