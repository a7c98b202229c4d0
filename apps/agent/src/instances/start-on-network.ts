import { NetworkGone, RuntimeFailure } from '../runtime/failure.ts'
import type { ContainerSettings } from '../runtime/port.ts'
import { containerSettings } from './container-settings.ts'
import { type ContainerNetwork, type InstanceContext, instanceNetwork } from './context.ts'
import { chosenHostname } from './names.ts'
import type { InstanceRecord } from './record.ts'

/** Returns the network of an earlier try, or one that no other instance has. What holds it also has the host name. */
export async function networkFor(
  context: InstanceContext,
  { network: name, spec }: InstanceRecord,
): Promise<ContainerNetwork> {
  const hostname = chosenHostname(spec)
  if (name === undefined && hostname === undefined) return context.takeNetwork()
  return { network: await instanceNetwork(context, { name, hostname }), isMade: false }
}

/** Returns the settings of an instance's container in this network; its CPUs are taken. */
export async function settingsOf(
  context: InstanceContext,
  record: InstanceRecord,
  network: string,
): Promise<ContainerSettings> {
  const [dns, views, pidsMax, layout, toolbox] = await Promise.all([
    context.nameServers(),
    context.views(),
    context.pidsMax(record.spec.vcpus),
    context.cpuLayout(),
    context.toolbox(),
  ])
  const cpus = context.cpuSets.take(record.container, cpuRequestOf(record), layout)
  const around = { cpus, dns, views, pidsMax, network, toolbox, owner: context.owner }
  return containerSettings(record.spec, around)
}

export function cpuRequestOf({ spec, cpus }: InstanceRecord) {
  return { vcpus: spec.vcpus, had: cpus }
}

/** Starts the container. A network that was removed while it was unused is created again under its name. */
export async function startOnNetwork(
  context: InstanceContext,
  record: InstanceRecord,
  signal: AbortSignal,
) {
  const { runtime } = context
  const { container, network } = record
  try {
    await runtime.startContainer(container, signal)
  } catch (cause) {
    const mayPass = cause instanceof RuntimeFailure && cause.code === 'start_failed'
    if (!mayPass || cause.retry === 'never' || network === undefined) throw cause
    await runtime.createNetwork((await networkFor(context, record)).network, signal)
    if (cause instanceof NetworkGone) {
      await runtime.replaceContainer(await settingsOf(context, record, network), signal)
    } else await runtime.rejoinNetwork(container, network, signal)
    await runtime.startContainer(container, signal)
  }
}
