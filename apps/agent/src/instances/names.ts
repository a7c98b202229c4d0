import { createHash } from 'node:crypto'
import { InstanceSpec } from '@gridloom/contract/agent/protocol'
import type { InstanceId } from '@gridloom/contract/core/ids'
import type { NetworkSettings } from '../runtime/port.ts'

/** The labels of the agent's containers: the instances of a machine can be restored from them alone. */
export const labelNames = {
  /** The owner id of the container's agent: there may be several agents on one engine. */
  agent: 'gridloom.agent',
  instance: 'gridloom.instance',
  network: 'gridloom.network',
  nameServers: 'gridloom.name_servers',
  generation: 'gridloom.generation',
  restart: 'gridloom.restart',
  spec: 'gridloom.spec',
  /** The version of its toolbox; absent: it has none. */
  toolbox: 'gridloom.toolbox',
} as const

/** Paths that the agent puts into a container in `shell` launch mode. */
export const startProgram = '/.gridloom-start/program'
/** Created by the wrapper once the start script has succeeded. */
export const startedMark = '/.gridloom-start/done'
/** The same mark in containers that an agent without toolboxes created. */
export const earlierStartedMark = '/.gridloom/started'

export function containerName(id: InstanceId): string {
  return `gridloom-${id}`
}

/** Returns the prefix of one agent's bridges, for which one firewall rule is enough. Linux allows 15 characters. */
export function bridgePrefix(owner: string): string {
  return `gl-${ownMark(owner)}`
}

/** Names a network, ending in 4 characters of the owner id and 8 random ones, which also name its bridge. */
export function networkName(owner: string, random: string): string {
  return `gridloom-${ownMark(owner)}${random.slice(-8)}`
}

/** Returns the host's interface of a network. */
export function bridgeOf(network: string): string {
  return `gl-${network.slice(-12)}`
}

function ownMark(owner: string): string {
  return owner.slice(0, 4)
}

/** Returns the host name of an instance in this network, unless its renter chose one. */
export function hostnameOf(network: string): string {
  return network.slice(-12)
}

/** Returns the host name that the renter chose. Nodes of a cluster have none: MPI takes nodes of one name for one host. */
export function chosenHostname({
  options,
  cluster,
}: Pick<InstanceSpec, 'options' | 'cluster'>): string | undefined {
  return cluster === null ? (options.hostname ?? undefined) : undefined
}

interface NetworkOf {
  owner: string
  dns: readonly string[] | undefined
  /** Of one instance only; by default the network's own. */
  hostname?: string | undefined
}

export function networkSettings(
  name: string,
  { owner, dns, hostname }: NetworkOf,
): NetworkSettings {
  return {
    name,
    hostname: hostname ?? hostnameOf(name),
    dns,
    bridge: bridgeOf(name),
    subnet: subnetOf(name),
    labels: {
      [labelNames.agent]: owner,
      // Marks networks that any instance can have.
      ...(hostname === undefined ? { [labelNames.nameServers]: nameServersLabel(dns) } : {}),
    },
  }
}

/** Returns the value of the label by which a network is known to have these name servers. */
export function nameServersLabel(dns: readonly string[] | undefined): string {
  return dns?.join(' ') ?? 'engine'
}

/**
 * Returns eight addresses of 10.213.0.0/16, chosen by the name. The engine's own pools are enough for about 30
 * networks, too few for a large machine; where this subnet is taken, the engine falls back to them.
 */
export function subnetOf(name: string): string {
  const chosen = createHash('sha256').update(name).digest().readUInt16BE(0) >> 3
  return `10.213.${chosen >> 5}.${(chosen & 31) << 3}/29`
}

interface LabelledWith {
  network: string
  owner: string
  toolbox?: { version: string } | undefined
}

export function labelsOf(
  spec: InstanceSpec,
  { network, owner, toolbox }: LabelledWith,
): Record<string, string> {
  return {
    [labelNames.agent]: owner,
    [labelNames.network]: network,
    [labelNames.instance]: spec.instance_id,
    [labelNames.generation]: String(spec.generation),
    [labelNames.restart]: String(spec.restart),
    // Programs on the machine can read labels, and recipes are long; both come again with the spec.
    [labelNames.spec]: JSON.stringify({ ...spec, registry_login: null, recipe: null }),
    ...(toolbox === undefined ? {} : { [labelNames.toolbox]: toolbox.version }),
  }
}

/** Reads the spec that a container was created for; `undefined` where the labels contain no valid spec. */
export function specOfLabels(labels: Record<string, string>): InstanceSpec | undefined {
  try {
    const spec = InstanceSpec.safeParse(JSON.parse(labels[labelNames.spec] ?? ''))
    return spec.success ? spec.data : undefined
  } catch {
    // @NOTE not JSON: a foreign label, or a truncated one; the container is left alone
    return undefined
  }
}
