import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Fingerprint } from '@gridloom/contract/machines/enrolment'
import { baseboard, diskLayout, dockerInfo, uuid } from 'systeminformation'
import { readGpus } from '../hardware/gpus/read-gpus.ts'
import type { Execute } from '../host/execute.ts'

/** Ids of a computer's parts as they were read; empty where one could not be. */
export interface ComputerIds {
  /** SMBIOS UUID with the board's serial number, or the platform UUID of a Mac. */
  board: string
  /** Serial numbers of the built-in disks. */
  disk: string
  /** Hardware addresses of the network cards, not of bridges and tunnels. */
  network: string
  /** `/etc/machine-id`, MachineGuid, IOPlatformUUID. */
  system: string
  /** Docker's own id. */
  engine: string
  gpus: readonly string[]
}

/** Reads what this computer is known again by. Nothing of it leaves the machine but hashed ({@link hashIds}). */
export async function readComputerIds(execute: Execute): Promise<ComputerIds> {
  const [ids, board, disks, engine, gpus, network] = await Promise.all([
    uuid(),
    baseboard(),
    diskLayout(),
    dockerInfo().catch(() => undefined),
    readGpus(execute),
    networkAddresses('/sys/class/net'),
  ])
  const serials = disks.map(({ serialNum }) => real(serialNum)).filter((serial) => serial !== '')
  return {
    board: [real(ids.hardware), real(board.serial)].filter((part) => part !== '').join(' '),
    disk: serials.toSorted().join(' '),
    network,
    system: real(ids.os),
    engine: real(engine?.id),
    gpus: gpus.map((gpu) => gpu.uuid),
  }
}

/**
 * A laboratory runs several agents on one computer, each as a machine of its own: it names the computers instead
 * (`GRIDLOOM_COMPUTER`).
 */
export function namedComputer(name: string): ComputerIds {
  return { board: name, disk: name, network: '', system: '', engine: '', gpus: [] }
}

/** The ids as the control plane gets them: SHA-256 with the installation's salt and the kind, so that equal ones of two kinds or installations differ. */
export function hashIds({ gpus, ...ids }: ComputerIds, salt: string): Fingerprint {
  const hashed = (kind: string, id: string) =>
    createHash('sha256').update(`${salt}\n${kind}\n${id.toLowerCase()}`).digest('hex')
  const { board, disk, network, system, engine } = ids
  return {
    ...(board === '' ? {} : { board: hashed('board', board) }),
    ...(disk === '' ? {} : { disk: hashed('disk', disk) }),
    ...(network === '' ? {} : { network: hashed('network', network) }),
    ...(system === '' ? {} : { system: hashed('system', system) }),
    ...(engine === '' ? {} : { engine: hashed('engine', engine) }),
    gpus: [...new Set(gpus.map((gpu) => hashed('gpu', gpu)))],
  }
}

/** What vendors and hypervisors write where they know no serial number. */
const placeholders =
  /^(?:|-|none|n\/?a|null|unknown|default(?: string)?|not (?:specified|applicable|present)|to be filled.*|system serial number|qm0+\d+|0+|f+|(?:0123456789)+|03000200-0400-0500-0006-000700080009|[0-]+|[f-]+)$/i

/** An id that tells one computer from another, or nothing. */
function real(id: string | undefined): string {
  const text = (id ?? '').trim()
  return placeholders.test(text) ? '' : text
}

/** Linux: addresses of interfaces with a device behind them. Elsewhere there is no such folder, and board and disk tell. */
async function networkAddresses(folder: string): Promise<string> {
  const names = await readdir(folder).catch(() => [])
  const addresses = await Promise.all(
    names.map(async (name) => {
      const hasDevice = await readdir(join(folder, name, 'device')).then(
        () => true,
        () => false,
      )
      if (!hasDevice) return ''
      return (await readFile(join(folder, name, 'address'), 'utf8').catch(() => '')).trim()
    }),
  )
  return addresses
    .filter((address) => real(address.replaceAll(':', '')) !== '')
    .toSorted()
    .join(' ')
}
