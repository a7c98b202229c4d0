import { assertNever } from '@gridloom/domain/assert-never'
import { admitBySsh } from './admit-by-ssh.ts'
import { concludeExit } from './conclude-exit.ts'
import { diskBytes } from './container-settings.ts'
import { type InstanceContext, timestampOf } from './context.ts'
import { losesDisk } from './disk-watch.ts'
import { clearNotice, giveNotice } from './interruption-notice.ts'
import { labelNames } from './names.ts'
import type { Step } from './plan-step.ts'
import { awaitReady } from './readiness.ts'
import { type InstanceRecord, type Phase, takeFacts } from './record.ts'
import { loginOf } from './registry-login.ts'
import { admitSpec, requireIsolation, requireToolbox } from './requirements.ts'
import { cpuRequestOf, networkFor, settingsOf, startOnNetwork } from './start-on-network.ts'

/** A stop terminates first and kills after this long. */
const stopGraceS = 10

/** Returns the phase to report during a step; `undefined` leaves it unchanged. */
export function phaseDuring(step: Step): Phase | undefined {
  switch (step) {
    case 'fetch_image':
    case 'create':
      return 'creating'
    case 'start':
      return 'starting'
    case 'await_ready':
      return 'running'
    case 'stop':
    case 'destroy':
      return 'stopping'
    case 'inspect':
    case 'admit_keys':
    case 'give_notice':
    case 'conclude':
    case 'rest':
      return undefined
    default:
      return assertNever(step)
  }
}

/** Returns the phase of an instance at rest. */
export function phaseAtRest(record: InstanceRecord): Phase {
  if (record.phase === 'destroyed') return 'destroyed'
  if (record.ending !== undefined && record.containerState !== 'running') return record.ending.phase
  return record.containerState === 'running' ? 'running' : 'stopped'
}

/** Takes one step and stores its result in the record. Errors: those of the runtime. */
export async function takeStep(
  context: InstanceContext,
  record: InstanceRecord,
  { step, signal }: { step: Exclude<Step, 'rest'>; signal: AbortSignal },
): Promise<void> {
  switch (step) {
    case 'inspect':
      return inspect(context, record, signal)
    case 'fetch_image':
      return fetchImage(context, record, signal)
    case 'create':
      return create(context, record, signal)
    case 'start':
      return start(context, record, signal)
    case 'admit_keys':
      return admitBySsh(context, record, signal)
    case 'give_notice':
      return giveNotice(context, record, signal)
    case 'await_ready':
      return awaitReady(context, record, signal)
    case 'stop':
      return stop(context, record, signal)
    case 'conclude':
      return conclude(context, record, signal)
    case 'destroy':
      return destroy(context, record, signal)
    default:
      return assertNever(step)
  }
}

async function inspect(context: InstanceContext, record: InstanceRecord, signal: AbortSignal) {
  const facts = await context.runtime.inspectContainer(record.container, signal)
  takeFacts(record, facts, timestampOf(context.clock))
  if (facts?.state === 'running') record.systemBoot = context.systemBoot
  // A container that was just created is about to run, and keeps its CPUs.
  if (facts?.state !== 'running' && facts?.state !== 'created') {
    context.cpuSets.release(record.container)
  }
}

async function fetchImage(context: InstanceContext, record: InstanceRecord, signal: AbortSignal) {
  // An image that is on the machine takes no time and shows no phase of its own.
  const show = (progress: InstanceRecord['progress']) => {
    record.phase = 'pulling'
    record.progress = progress
    context.changed(record)
  }
  const { image, snapshot } = record.spec
  const login = loginOf(record.spec, context.sealKey)
  const wanted = { image, login, build: context.builds.of(record.spec) }
  if (snapshot === null) await context.ensureImage(wanted, show, signal)
  else await context.restores.ensure({ ...wanted, snapshot }, show, signal)
  record.imageHeld = true
}

/** Creates network and container in parallel: a driver waits for what it needs of the network. */
async function create(context: InstanceContext, record: InstanceRecord, signal: AbortSignal) {
  const { runtime } = context
  await admitSpec(context, record, signal)
  const { network, isMade } = await networkFor(context, record)
  record.network = network.name
  const settings = await settingsOf(context, record, network.name)
  requireToolbox(context, record, settings)
  // An image that was removed meanwhile is fetched again on the next try.
  record.imageHeld = false
  context.diskWanted(diskBytes(record.spec))
  await Promise.all([
    isMade ? undefined : runtime.createNetwork(network, signal),
    runtime.createContainer(settings, signal),
    // Checked during the creation, so that the start need not wait for it.
    requireIsolation(context, record, signal),
  ])
  record.imageHeld = true
  record.containerState = 'created'
  record.cpus = settings.cpus ?? []
  record.toolbox = settings.labels[labelNames.toolbox]
}

async function start(context: InstanceContext, record: InstanceRecord, signal: AbortSignal) {
  const { restart } = record.spec
  record.outOfMemorySeen = false
  using _disk = await diskOf(context, record)
  await Promise.all([
    admitBySsh(context, record, signal),
    clearNotice(context, record, signal),
    requireIsolation(context, record, signal),
    bindToCpus(context, record, signal),
  ])
  await startOnNetwork(context, record, signal)
  record.ending = undefined
  record.stopAsked = false
  record.interrupted = false
  record.ready = false
  record.startedRestart = restart
  await inspect(context, record, signal)
}

/** Takes the disk from whoever works on its files; before its first start there is nobody. */
async function diskOf({ disks }: InstanceContext, record: InstanceRecord) {
  return record.startedAt === undefined ? null : disks.hold(record)
}

/** Pins the container to CPUs again: while it was stopped, others may have got its own. */
async function bindToCpus(context: InstanceContext, record: InstanceRecord, signal: AbortSignal) {
  // Pinned when it was created, or never: an instance of an earlier agent version keeps all CPUs.
  if (record.cpus.length === 0) return
  const layout = await context.cpuLayout()
  const cpus =
    context.cpuSets.take(record.container, cpuRequestOf(record), layout) ?? layout.flat(2)
  if (cpus.length === 0 || cpus.join() === record.cpus.join()) return
  await context.runtime.bindCpus(record.container, cpus, signal)
}

async function stop(context: InstanceContext, record: InstanceRecord, signal: AbortSignal) {
  record.stopAsked = true
  context.changed(record)
  await context.runtime.stopContainer(record.container, stopGraceS, signal)
  await context.clusters.disconnect(record, signal)
  if (losesDisk(record)) {
    await context.runtime.removeContainer(record.container, signal)
    // The container is not lost: its ending has the reason.
    record.startedAt = undefined
  }
  await inspect(context, record, signal)
}

/** Decides whether an instance whose container exited starts again, or else how it ended. */
async function conclude(context: InstanceContext, record: InstanceRecord, signal: AbortSignal) {
  await context.clusters.disconnect(record, signal)
  const conclusion = await concludeExit(context, record, signal)
  if (conclusion.kind === 'ended') {
    const { phase, reason } = conclusion
    record.ending = { generation: record.spec.generation, phase, reason }
    return
  }
  record.interrupted = true
  context.log.info(
    { event: 'instance.interrupted', instance: record.container, by: conclusion.by },
    'a container ended with its machine or engine and starts again',
  )
}

async function destroy(context: InstanceContext, record: InstanceRecord, signal: AbortSignal) {
  const { runtime } = context
  record.stopAsked = true
  await context.clusters.disconnect(record, signal)
  using _disk = await diskOf(context, record)
  await runtime.removeContainer(record.container, signal)
  takeFacts(record, undefined, timestampOf(context.clock))
  context.cpuSets.release(record.container)
  if (record.network !== undefined) await runtime.removeNetwork(record.network, signal)
  if (record.spec.snapshot !== null) await context.restores.remove(record.spec.snapshot, signal)
  record.ending = undefined
  record.phase = 'destroyed'
}
