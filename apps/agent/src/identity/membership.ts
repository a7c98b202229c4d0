import { join } from 'node:path'
import { MachineId } from '@gridloom/contract/ids'
import { Timestamp } from '@gridloom/contract/values'
import { z } from 'zod'
import { readTextIfThere, writeWhole } from '../host/files.ts'
import { type MachineKey, readKey } from './key.ts'

/** Where this machine belongs, as its state file says. */
export const Membership = z.object({
  machine_id: MachineId,
  server_url: z.url(),
  name: z.string(),
  enrolled_at: Timestamp,
})
export type Membership = z.infer<typeof Membership>

/** A machine that is enrolled and holds its key. */
export interface Identity {
  membership: Membership
  key: MachineKey
}

export function membershipPath(dataDir: string): string {
  return join(dataDir, 'machine.json')
}

/** The identity in a data directory, or `undefined` before enrolment; throws where a file is damaged. */
export async function readIdentity(dataDir: string): Promise<Identity | undefined> {
  const text = await readTextIfThere(membershipPath(dataDir))
  if (text === undefined) return undefined
  const membership = Membership.parse(JSON.parse(text))
  const key = await readKey(dataDir)
  if (key === undefined) {
    throw new Error(
      `${membershipPath(dataDir)} names machine ${membership.machine_id}, but its key is gone. ` +
        'Enrol again with: gridloom agent enrol --force --server URL --token TOKEN',
    )
  }
  return { membership, key }
}

/** Keeps an identity; the key first, so that a crash between the two leaves an unenrolled machine. */
export async function keepIdentity(dataDir: string, identity: Identity): Promise<void> {
  await identity.key.keepIn(dataDir)
  const text = `${JSON.stringify(identity.membership, null, 2)}\n`
  await writeWhole(membershipPath(dataDir), text, 0o600)
}

/** The identity with the server's new address, kept; the same one where the address is as it was. */
export async function followServer(
  dataDir: string,
  identity: Identity,
  serverUrl: string | undefined,
): Promise<Identity> {
  if (serverUrl === undefined || serverUrl === identity.membership.server_url) return identity
  const moved = { ...identity, membership: { ...identity.membership, server_url: serverUrl } }
  await keepIdentity(dataDir, moved)
  return moved
}
