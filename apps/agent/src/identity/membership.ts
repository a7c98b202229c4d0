import { join } from 'node:path'
import { MachineId } from '@gridloom/contract/core/ids'
import { Timestamp } from '@gridloom/contract/core/values'
import { isSafeAddress } from '@gridloom/domain/safe-address'
import { z } from 'zod'
import { CommandRefused } from '../command-refused.ts'
import { readTextIfThere, writeWhole } from '../host/files.ts'
import { type MachineKey, readKey } from './key.ts'

/** The enrolment of this machine at a control plane, as its state file stores it. */
export const Membership = z.object({
  machine_id: MachineId,
  server_url: z.url(),
  name: z.string(),
  enrolled_at: Timestamp,
  /** Whether a server on another machine was allowed without TLS. */
  allows_http: z.boolean().default(false),
})
export type Membership = z.infer<typeof Membership>

/** The enrolment of a machine together with its key. */
export interface Identity {
  membership: Membership
  key: MachineKey
}

export function membershipPath(dataDir: string): string {
  return join(dataDir, 'machine.json')
}

/** Reads the identity in a data directory; `undefined` before enrolment. Throws where a file is damaged. */
export async function readIdentity(dataDir: string): Promise<Identity | undefined> {
  const text = await readTextIfThere(membershipPath(dataDir))
  if (text === undefined) return undefined
  const membership = Membership.parse(JSON.parse(text))
  const key = await readKey(dataDir)
  if (key === undefined) {
    throw new CommandRefused(
      `${membershipPath(dataDir)} belongs to machine ${membership.machine_id}, but its key is missing. ` +
        'Enrol again with: gridloom agent enrol --force --server URL --token-file FILE',
    )
  }
  return { membership, key }
}

/** Stores an identity; the key first, so that a crash between the two leaves an unenrolled machine. */
export async function keepIdentity(dataDir: string, identity: Identity): Promise<void> {
  await identity.key.keepIn(dataDir)
  const text = `${JSON.stringify(identity.membership, null, 2)}\n`
  await writeWhole(membershipPath(dataDir), text, 0o600)
}

/** @throws CommandRefused where the server's address is not safe and unsafe addresses were not allowed */
export function requireSafeServer({ server_url, allows_http }: Membership): void {
  if (allows_http || isSafeAddress(server_url)) return
  throw new CommandRefused(
    `This machine is enrolled at ${server_url}, which is not https. Set an https address with --server, or allow this one: --server ${server_url} --allow-http`,
  )
}

/** Stores a new address of the server and returns the new identity; the same one where nothing has changed. */
export async function followServer(
  dataDir: string,
  identity: Identity,
  serverUrl: string | undefined,
): Promise<Identity> {
  if (serverUrl === undefined) return identity
  const { server_url, allows_http } = identity.membership
  // The configuration accepts an unsafe address only where it was explicitly allowed.
  const allows = !isSafeAddress(serverUrl)
  if (serverUrl === server_url && allows === allows_http) return identity
  const membership = { ...identity.membership, server_url: serverUrl, allows_http: allows }
  const moved = { ...identity, membership }
  await keepIdentity(dataDir, moved)
  return moved
}
