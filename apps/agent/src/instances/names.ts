import { createHash } from 'node:crypto'
import { InstanceSpec } from '@gridloom/contract/agent/protocol'
import { InstanceId } from '@gridloom/contract/core/ids'
import type { NetworkSettings } from '../runtime/port.ts'

/** The labels of our containers: together they are the truth about a machine, whatever else is lost. */
export const labelNames = {
  /** Which agent of the machine it belongs to: there may be several on one engine. */
  agent: 'gridloom.agent',
  instance: 'gridloom.instance',
  network: 'gridloom.network',
  generation: 'gridloom.generation',
  restart: 'gridloom.restart',
  spec: 'gridloom.spec',
} as const

/** Paths that the agent puts into a container in `shell` launch mode. */
export const startProgram = '/.gridloom/start'
/** Left by the wrapper once the start script has ended well. */
export const startedMark = '/.gridloom/started'

export function containerName(id: InstanceId): string {
  return `gridloom-${id}`
}

/** The instance that a container of ours belongs to, by its name. */
export function instanceOf(container: string): InstanceId | undefined {
  const id = InstanceId.safeParse(container.replace(/^gridloom-/, ''))
  return id.success ? id.data : undefined
}

/** How the bridges of one agent begin, so that one firewall rule covers them. Linux allows 15 characters. */
export function bridgePrefix(owner: string): string {
  return `gl-${ownMark(owner)}`
}

/** A network's name ends in the agent's mark and eight characters of chance: together they name its bridge. */
export function networkName(owner: string, random: string): string {
  return `gridloom-${ownMark(owner)}${random.slice(-8)}`
}

/** The host's interface of a network. */
export function bridgeOf(network: string): string {
  return `gl-${network.slice(-12)}`
}

function ownMark(owner: string): string {
  return owner.slice(0, 4)
}

export function networkSettings(name: string, owner: string): NetworkSettings {
  return {
    name,
    bridge: bridgeOf(name),
    subnet: subnetOf(name),
    labels: { [labelNames.agent]: owner },
  }
}

/**
 * Eight addresses of 10.213.0.0/16, chosen by the name. The engine's own pools hold about 30 networks in
 * all, too few for a large machine; where ours is taken the engine falls back to them.
 */
export function subnetOf(name: string): string {
  const chosen = createHash('sha256').update(name).digest().readUInt16BE(0) >> 3
  return `10.213.${chosen >> 5}.${(chosen & 31) << 3}/29`
}

export function labelsOf(
  spec: InstanceSpec,
  { network, owner }: { network: string; owner: string },
): Record<string, string> {
  return {
    [labelNames.agent]: owner,
    [labelNames.network]: network,
    [labelNames.instance]: spec.instance_id,
    [labelNames.generation]: String(spec.generation),
    [labelNames.restart]: String(spec.restart),
    [labelNames.spec]: JSON.stringify(spec),
  }
}

/** The spec that a container was made for; `undefined` when the labels are not ours to read. */
export function specOfLabels(labels: Record<string, string>): InstanceSpec | undefined {
  try {
    const spec = InstanceSpec.safeParse(JSON.parse(labels[labelNames.spec] ?? ''))
    return spec.success ? spec.data : undefined
  } catch {
    // @NOTE not JSON: somebody else's label, or one cut off; the container is left alone
    return undefined
  }
}
