import { join } from 'node:path'
import type { Execute } from '../../host/execute.ts'
import { writeWhole } from '../../host/files.ts'
import {
  type Chains,
  chainsOf,
  egressRules,
  installedRules,
  jumpsOf,
  jumpWords,
  table,
} from './rules.ts'

/**
 * Whether containers are kept out of private networks. `partial`: they are confined by the engine alone and may
 * reach the provider's own network; `reason` names the obstacle.
 */
export type Isolation = { kind: 'full' } | { kind: 'partial'; reason: string }

export interface EgressHost {
  execute: Execute
  /** Runs the programs that look whether the rules are still there, every few seconds; by default `execute`. */
  look?: Execute
  /** Folder of the rules files for `iptables-restore`. */
  dataDir: string
  /** The owner id of the agent; see `ownerOf`. */
  owner: string
  /** Returns the interfaces of the agent's containers; see `jumpsOf`. */
  bridges: (signal: AbortSignal) => Promise<readonly string[]>
  /** See `EgressOptions`. */
  nameServers: readonly string[]
}

/** Installs the rules, or verifies that they are installed. */
export type EnsureEgress = (signal: AbortSignal) => Promise<Isolation>

const limitMs = 10_000

/**
 * Returns the function that keeps the rules in place: its first call writes them, reads them back and remembers how
 * the kernel shows them; each later call compares, which takes some milliseconds, and writes them again only where
 * they differ (after a restart of a firewall).
 */
export function createEgress(host: EgressHost): EnsureEgress {
  const families = [
    createFamily(host, { program: 'iptables', family: 'ipv4' }),
    createFamily(host, { program: 'ip6tables', family: 'ipv6' }),
  ] as const
  return async (signal) => {
    const [ipv4, ipv6] = await Promise.all(families.map((ensure) => ensure(signal)))
    if (ipv4 !== undefined) return { kind: 'partial', reason: ipv4 }
    // Containers have no IPv6 of their own; the rules are there should an engine give them one.
    return ipv6 === undefined || isWithoutIpv6(ipv6)
      ? { kind: 'full' }
      : { kind: 'partial', reason: ipv6 }
  }
}

/** Checks whether this machine could isolate, without changing anything: for `gridloom agent doctor`. */
export async function checkEgress(execute: Execute): Promise<Isolation> {
  const listed = await execute(['iptables', '-w', '5', '-t', table, '-S', 'FORWARD'], {
    timeoutMs: limitMs,
  })
  if (listed.failure === 'missing') return { kind: 'partial', reason: missingText }
  if (listed.exitCode === 0) return { kind: 'full' }
  return { kind: 'partial', reason: refusedText(listed.stderr) }
}

interface Family {
  program: 'iptables' | 'ip6tables'
  family: 'ipv4' | 'ipv6'
}

/** Returns the problem, or `undefined`. */
type EnsureFamily = (signal: AbortSignal) => Promise<string | undefined>

const missingText =
  'iptables is not installed, so containers can reach the local network. Install it: apt install iptables'

function createFamily(host: EgressHost, { program, family }: Family): EnsureFamily {
  const { execute, look = execute, dataDir, nameServers, bridges } = host
  const chains = chainsOf(host.owner)
  const path = join(dataDir, `egress.${family}.rules`)
  let remembered: string | undefined

  async function write(signal: AbortSignal): Promise<string | undefined> {
    const run = (argv: string[]) => execute(argv, { timeoutMs: limitMs, signal })
    const restore = async (connections: 'limited' | 'unlimited') => {
      await writeWhole(path, egressRules({ family, chains, nameServers, connections }), 0o600)
      return run([`${program}-restore`, '--noflush', '-w', '5', path])
    }
    const limited = await restore('limited')
    if (limited.failure === 'missing') return missingText
    // A kernel without the module that counts connections rejects all rules, and accepts them without that one.
    const restored = limited.exitCode === 0 ? limited : await restore('unlimited')
    if (restored.exitCode !== 0) return refusedText(restored.stderr)
    for (const jump of jumpsOf(chains, await bridges(signal))) {
      if ((await run([program, ...jumpWords('-C', jump)])).exitCode === 0) continue
      const put = await run([program, ...jumpWords('-I', jump)])
      if (put.exitCode !== 0) return refusedText(put.stderr)
    }
    return undefined
  }

  return async (signal) => {
    const before = await readInstalled({ execute: look, program, chains, signal })
    if (before !== undefined && before === remembered) return undefined
    remembered = undefined
    const problem = await write(signal)
    if (problem !== undefined) return problem
    remembered = await readInstalled({ execute: look, program, chains, signal })
    return remembered === undefined
      ? `the rules of ${program} were removed by another program`
      : undefined
  }
}

/** Reads the rules of these chains and the jumps to them from the kernel; `undefined` where there are none. */
async function readInstalled(reading: {
  execute: Execute
  program: string
  chains: Chains
  signal: AbortSignal
}): Promise<string | undefined> {
  const { execute, program, chains, signal } = reading
  const saved = await execute([`${program}-save`, '-t', table], { timeoutMs: limitMs, signal })
  const installed = saved.exitCode === 0 ? installedRules(saved.stdout, chains) : []
  return installed.length === 0 ? undefined : installed.join('\n')
}

function refusedText(stderr: string): string {
  const said = stderr.trim().split('\n')[0] ?? ''
  return `iptables rejects the rules that keep containers out of the local network: ${said}`
}

/** Returns whether the kernel has no IPv6: then there is no table for it, and nothing can leak over it. */
function isWithoutIpv6(reason: string): boolean {
  return /Address family not supported|can't initialize ip6tables/i.test(reason)
}
