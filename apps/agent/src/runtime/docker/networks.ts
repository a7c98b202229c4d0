import { RuntimeFailure } from '../failure.ts'
import type { LabelledNetwork, NetworkSettings } from '../port.ts'
import { type EngineApi, EngineRefused } from './engine-api.ts'
import { NetworkList } from './engine-shapes.ts'

/** Creates a bridge network; an existing one of that name stays as it is. */
export async function createNetwork(
  api: EngineApi,
  network: NetworkSettings,
  signal: AbortSignal,
): Promise<void> {
  const body = {
    Name: network.name,
    Driver: 'bridge',
    CheckDuplicate: true,
    EnableIPv6: false,
    Labels: network.labels,
    Options: { 'com.docker.network.bridge.name': network.bridge },
    ...(network.subnet === undefined
      ? {}
      : { IPAM: { Driver: 'default', Config: [{ Subnet: network.subnet }] } }),
  }
  try {
    await api.json({ method: 'POST', path: '/networks/create', body, signal })
  } catch (cause) {
    if (!(cause instanceof EngineRefused)) throw cause
    if (cause.status === 409 && /already (exists|used)/i.test(cause.message)) return
    // The subnet is taken by something else on the machine: let the engine choose one.
    if (network.subnet !== undefined && /overlap|subnet|pool/i.test(cause.message)) {
      return createNetwork(api, { ...network, subnet: undefined }, signal)
    }
    const text = `The machine could not create a network for the container: ${cause.message}`
    throw new RuntimeFailure('create_refused', text, { retry: 'later', cause })
  }
}

/**
 * Connects a container to a network of the same name that was created again: the engine remembers networks by id, and
 * would look for the one that is gone.
 */
export async function rejoinNetwork(
  api: EngineApi,
  join: { container: string; network: string; signal: AbortSignal },
): Promise<void> {
  const { container, network, signal } = join
  const path = `/networks/${network}`
  const body = { Container: container }
  const leave = { ...body, Force: true }
  await api.json({ method: 'POST', path: `${path}/disconnect`, body: leave, signal })
  await api.json({ method: 'POST', path: `${path}/connect`, body, signal })
}

export async function listNetworks(
  api: EngineApi,
  label: string,
  signal: AbortSignal,
): Promise<string[]> {
  const query = { filters: JSON.stringify({ label: [label] }) }
  const listed = await api.json({ method: 'GET', path: '/networks', query, signal })
  return NetworkList.parse(listed).map(({ Name }) => Name)
}

export async function labelledNetworks(
  api: EngineApi,
  label: string,
  signal: AbortSignal,
): Promise<LabelledNetwork[]> {
  const query = { filters: JSON.stringify({ label: [label] }) }
  const listed = await api.json({ method: 'GET', path: '/networks', query, signal })
  return NetworkList.parse(listed).map(({ Name, Created, Labels }) => {
    return { name: Name, value: Labels?.[label] ?? '', createdMs: Date.parse(Created ?? '') }
  })
}

export async function removeNetwork(
  api: EngineApi,
  name: string,
  signal: AbortSignal,
): Promise<void> {
  try {
    await api.json({ method: 'DELETE', path: `/networks/${name}`, signal })
  } catch (cause) {
    if (cause instanceof EngineRefused && cause.status === 404) return
    throw cause
  }
}
