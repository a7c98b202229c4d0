import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Fingerprint } from '@gridloom/contract/machines/enrolment'
import { baseboard, diskLayout, dockerInfo, uuid } from 'systeminformation'
import { readGpus } from '../hardware/gpus/read-gpus.ts'
import type { Execute } from '../host/execute.ts'

/** Ids of a computer's parts as they were read; empty where one could not be read. */
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

/** Reads the ids that identify this computer. They leave the machine only as hashes ({@link hashIds}). */
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
 * Returns ids made of a name (`GRIDLOOM_COMPUTER`): a test setup runs several agents on one computer, each as a
 * machine of its own.
 */
export function namedComputer(name: string): ComputerIds {
  return { board: name, disk: name, network: '', system: '', engine: '', gpus: [] }
}

/**
 * Returns the ids as the control plane gets them: SHA-256 with the installation's salt and the kind, so that equal
 * ids of two kinds or installations have different hashes.
 */
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

/** Placeholders that vendors and hypervisors write instead of a serial number. */
const placeholders =
  /^(?:|-|none|n\/?a|null|unknown|default(?: string)?|not (?:specified|applicable|present)|to be filled.*|system serial number|qm0+\d+|0+|f+|(?:0123456789)+|03000200-0400-0500-0006-000700080009|[0-]+|[f-]+)$/i

/** Returns an id that distinguishes computers, or an empty text for a placeholder. */
function real(id: string | undefined): string {
  const text = (id ?? '').trim()
  return placeholders.test(text) ? '' : text
}

/**
 * Reads the addresses of interfaces with a device behind them, on Linux. Other systems have no such folder; board and
 * disk identify the computer there.
 */
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
