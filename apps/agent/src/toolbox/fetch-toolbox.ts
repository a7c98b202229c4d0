import { createHash, createVerify } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { endpointPath } from '@gridloom/contract/core/endpoint-facts'
import { installers } from '@gridloom/contract/installers/endpoints'
import {
  type ToolboxFacts,
  type ToolboxPlatform,
  toolboxLimits,
} from '@gridloom/contract/installers/toolbox'
import { ControlPlaneUnreachable } from '../control-plane/call.ts'
import { bounded, request, textOf } from '../control-plane/download.ts'
import { jsonOf } from '../json-of.ts'

/** Where a toolbox comes from. */
export interface ToolboxSource {
  serverUrl: string
  /**
   * The public key, in PEM, that must have signed the archive; `undefined` on a machine whose agent was not installed
   * by the script, and so has stored none: it trusts the server that it is enrolled at.
   */
  publicKey: string | undefined
  platform: ToolboxPlatform
}

/** The archive that arrived is not the one that the server announced, or not signed by the stored key. */
export class ToolboxRejected extends Error {
  override readonly name = 'ToolboxRejected'
}

/** Asks for the current toolbox. @throws ControlPlaneRefused, ControlPlaneUnreachable */
export async function readToolboxFacts(
  { serverUrl, platform }: ToolboxSource,
  signal: AbortSignal,
): Promise<ToolboxFacts> {
  const url = new URL(endpointPath(installers.toolbox, { platform }), serverUrl)
  const reply = jsonOf(await textOf(await request(url, signal)))
  const value = typeof reply === 'object' && reply !== null && 'data' in reply ? reply.data : null
  const facts = installers.toolbox.response.safeParse(value)
  if (facts.success) return facts.data
  throw new ControlPlaneUnreachable(`Unexpected response of ${url.href}.`, { cause: facts.error })
}

/**
 * Downloads the archive of a toolbox into a file, which is deleted unless its size, hash and signature are right.
 * @throws ToolboxRejected, ControlPlaneRefused, ControlPlaneUnreachable
 */
export async function fetchToolbox(
  source: ToolboxSource,
  { facts, file }: { facts: ToolboxFacts; file: string },
  signal: AbortSignal,
): Promise<void> {
  const { serverUrl, platform } = source
  const path = endpointPath(installers.toolboxArchive, { platform, sha256: facts.sha256 })
  try {
    const answer = await request(new URL(path, serverUrl), signal)
    const out = createWriteStream(file, { mode: 0o600 })
    await pipeline(bounded(answer, facts.bytes), out, { signal })
    await verify(source, facts, file)
  } catch (cause) {
    await rm(file, { force: true })
    throw cause
  }
}

async function verify({ publicKey }: ToolboxSource, facts: ToolboxFacts, file: string) {
  const hash = createHash('sha256')
  const signed = createVerify('sha256')
  for await (const piece of createReadStream(file)) {
    hash.update(piece)
    signed.update(piece)
  }
  if (hash.digest('hex') !== facts.sha256)
    throw new ToolboxRejected('The toolbox that arrived is not the one that the server announced.')
  if (publicKey !== undefined && !signed.verify(publicKey, facts.signature, 'base64'))
    throw new ToolboxRejected(
      'The toolbox is not signed with the key that was stored when this agent was installed.',
    )
}

/** Unpacks an archive, up to the largest size of a toolbox. */
export async function* unpackToolbox(file: string): AsyncGenerator<Uint8Array> {
  let bytes = 0
  const unpacked = createZstdDecompress()
  const read = pipeline(createReadStream(file), unpacked)
  // Its error also ends the loop below, which throws it.
  read.catch(() => undefined)
  for await (const piece of unpacked) {
    bytes += piece.length
    if (bytes > toolboxLimits.unpackedBytes)
      throw new ToolboxRejected(`The toolbox is larger than ${toolboxLimits.unpackedBytes} bytes.`)
    yield piece
  }
  await read
}
