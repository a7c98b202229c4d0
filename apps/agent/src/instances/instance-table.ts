import { isDeepStrictEqual } from 'node:util'
import type { InstanceSpec } from '@gridloom/contract/agent/protocol'
import type { InstanceId } from '@gridloom/contract/core/ids'
import { AgentRefused } from '../refused.ts'
import { type InstanceContext, timestampOf } from './context.ts'
import { type DiskUse, watchDisk } from './disk-watch.ts'
import type { InstanceFiles } from './instance-file.ts'
import { type Reconciler, reconcile } from './reconcile.ts'
import { type InstanceRecord, newRecord } from './record.ts'
import { isSameLogin } from './registry-login.ts'

interface TableEntry {
  record: InstanceRecord
  reconciler: Reconciler
  ended: Promise<unknown>
}

/** The instances of this machine, each with its own queue. */
export interface InstanceTable {
  /** Adds an adopted instance. */
  add(record: InstanceRecord): void
  /** Adds a new instance, or updates a known one to a newer spec. */
  apply(spec: InstanceSpec): void
  /** Removes a destroyed instance. */
  forget(id: InstanceId): void
  all(): InstanceRecord[]
  /** Errors: `not_found`. */
  get(id: InstanceId): InstanceRecord
  /** Errors: `not_found`; `state_conflict` while its container does not run. */
  running(id: InstanceId): InstanceRecord
  /** Requests a new inspection, as the container may have changed. */
  lookAgain(id: InstanceId): void
  diskUse: DiskUse
  /** Resolves when every queue has ended. */
  ended(): Promise<void>
}

function changesKeysAlone(before: InstanceSpec, after: InstanceSpec): boolean {
  const restOf = ({
    authorized_keys: _,
    generation: __,
    registry_login: ___,
    recipe: ____,
    ...rest
  }: InstanceSpec) => rest
  return (
    !isDeepStrictEqual(before.authorized_keys, after.authorized_keys) &&
    isSameLogin(before.registry_login, after.registry_login) &&
    isDeepStrictEqual(restOf(before), restOf(after))
  )
}

/** Creates the table. `isComplete`: all containers of the machine are known, so that an unknown one is absent. */
export function createInstanceTable(
  context: InstanceContext,
  kept: { files: InstanceFiles; isComplete: () => boolean; life: AbortSignal },
): InstanceTable {
  const table = new Map<InstanceId, TableEntry>()
  const diskUse: DiskUse = new Map()

  function add(record: InstanceRecord): void {
    const reconciler = reconcile(context, record, kept.life)
    const onFull = () => reconciler.wake()
    const watching = watchDisk(context, { record, use: diskUse, onFull, signal: kept.life })
    const ended = Promise.allSettled([reconciler.done, watching])
    table.set(record.spec.instance_id, { record, reconciler, ended })
  }

  function apply(spec: InstanceSpec): void {
    const known = table.get(spec.instance_id)
    if (known === undefined) {
      const record = newRecord(spec, timestampOf(context.clock))
      if (kept.isComplete()) record.containerState = 'absent'
      add(record)
      return
    }
    const { generation } = known.record.spec
    // Sealed anew each time it is sent: the machine may have a new key, or have adopted a container without both.
    if (spec.generation === generation) {
      const { registry_login, recipe } = spec
      known.record.spec = { ...known.record.spec, registry_login, recipe }
    }
    if (spec.generation <= generation) return
    // A change of SSH keys alone does not retry an instance that has ended on its own.
    const { ending } = known.record
    if (ending !== undefined && changesKeysAlone(known.record.spec, spec))
      known.record.ending = { ...ending, generation: spec.generation }
    known.record.spec = spec
    if (known.record.phase === 'destroyed') known.record.observedGeneration = spec.generation
    context.changed(known.record)
    known.reconciler.wake()
  }

  function forget(id: InstanceId): void {
    const known = table.get(id)
    if (known === undefined) return
    table.delete(id)
    diskUse.delete(known.record)
    kept.files.remove(known.record).catch((cause: unknown) => {
      // @NOTE the file of a destroyed instance is read at the next start, and its deletion retried
      context.log.warn(
        { event: 'instance.file_deletion_failed', err: cause, instance: id },
        'a file could not be deleted',
      )
    })
  }

  function get(id: InstanceId): InstanceRecord {
    const known = table.get(id)
    if (known !== undefined) return known.record
    throw new AgentRefused('not_found', 'This instance does not exist on the machine.')
  }

  function running(id: InstanceId): InstanceRecord {
    const record = get(id)
    if (record.phase === 'running' && record.containerState !== 'exited') return record
    throw new AgentRefused('state_conflict', `The instance is ${record.phase}, not running.`)
  }

  return {
    add,
    apply,
    forget,
    all: () => [...table.values()].map(({ record }) => record),
    get,
    running,
    lookAgain: (id) => {
      const known = table.get(id)
      if (known === undefined || known.record.containerState === 'absent') return
      known.record.containerState = 'unknown'
      known.reconciler.wake()
    },
    diskUse,
    ended: async () => void (await Promise.all([...table.values()].map((it) => it.ended))),
  }
}
