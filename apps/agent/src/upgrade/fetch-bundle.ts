import { createVerify } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Clock } from '@gridloom/async/clock'
import type { Endpoint } from '@gridloom/contract/core/endpoint'
import { endpointPath } from '@gridloom/contract/core/endpoint-facts'
import type { AgentPlatform } from '@gridloom/contract/installers/agent-platform'
import { installers } from '@gridloom/contract/installers/endpoints'
import { CommandRefused } from '../command-refused.ts'
import { bounded, request, textOf } from '../control-plane/download.ts'

interface WantedBundle {
  clock: Clock
  serverUrl: string
  /** The public key, in PEM, that must have signed the archive. */
  publicKey: string
  platform: AgentPlatform
  /** Folder for the archive. */
  work: string
}

const mib = 1024 * 1024
const archiveBytesMax = 512 * mib
/** The server builds an archive at the first request for it. */
const withinMs = 30 * 60_000

/** Downloads the agent bundle, and returns its path once its signature is verified. */
export async function fetchBundle(wanted: WantedBundle): Promise<string> {
  const { clock, serverUrl, publicKey, platform, work } = wanted
  const signal = clock.timeout(withinMs)
  const ask = (endpoint: Pick<Endpoint, 'path'>) =>
    request(new URL(endpointPath(endpoint, { platform }), serverUrl), signal)
  const signature = await textOf(await ask(installers.agentSignature))
  const file = join(work, 'agent.tar.gz')
  const answer = await ask(installers.agentBundle)
  await pipeline(
    bounded(answer, archiveBytesMax),
    createWriteStream(file, { flags: 'wx', mode: 0o600 }),
  )
  const verifying = createVerify('sha256')
  await pipeline(createReadStream(file), verifying)
  if (verifying.verify(publicKey, signature, 'base64')) return file
  throw new CommandRefused(
    `The agent from ${new URL(serverUrl).host} is not signed with the key that was stored when this agent was installed. Nothing was changed. If the operator of the server confirms that the key was replaced, run the install script again with --new-key.`,
  )
}
