import { adoptedRecords } from './adopt.ts'
import { type InstanceContext, timestampOf } from './context.ts'
import {
  type InstanceFile,
  type InstanceFiles,
  type RestoreContext,
  recordOf,
} from './instance-file.ts'
import type { InstanceTable } from './instance-table.ts'
import { labelNames } from './names.ts'

const tryEveryMs = 2_000

export interface Adoption {
  /** Resolves after the first try, with every instance known so far in the table. */
  first: Promise<void>
  /** Resolves when every container of the machine is known. Rejects only when the agent ends first. */
  whole: Promise<void>
}

/**
 * Adopts the instances of the machine. While the engine does not respond, the instances on file are kept with
 * an unknown container state, and listing the containers is retried until it succeeds.
 */
export function beginAdoption(
  context: InstanceContext,
  table: InstanceTable,
  { files, life }: { files: InstanceFiles; life: AbortSignal },
): Adoption {
  const reading = files.readAll()
  const first = reading.then((kept) => adoptOnce(context, table, { kept, life }))
  const whole = first.then(async (isDone) => {
    if (isDone) return
    const kept = await reading
    addFromFiles(context, table, kept)
    while (!(await adoptOnce(context, table, { kept, life }))) {
      await context.clock.sleep(tryEveryMs, life)
    }
  })
  return { first: first.then(() => undefined), whole }
}

async function adoptOnce(
  context: InstanceContext,
  table: InstanceTable,
  { kept, life }: { kept: readonly InstanceFile[]; life: AbortSignal },
): Promise<boolean> {
  const { log, owner, runtime } = context
  try {
    const containers = await runtime.listContainers(`${labelNames.agent}=${owner}`, life)
    const known = new Set(table.all().map(({ spec }) => spec.instance_id))
    for (const record of adoptedRecords(kept, containers, restoredIn(context))) {
      if (known.has(record.spec.instance_id)) continue
      if (record.containerState === 'running') context.cpuSets.hold(record.container, record.cpus)
      table.add(record)
    }
    return true
  } catch (cause) {
    log.warn(
      { event: 'instance.adoption_failed', err: cause },
      'the containers of this machine could not be listed',
    )
    return false
  }
}

function addFromFiles(
  context: InstanceContext,
  table: InstanceTable,
  kept: readonly InstanceFile[],
): void {
  for (const file of kept) table.add(recordOf(file, restoredIn(context)))
}

function restoredIn({ clock, systemBoot }: InstanceContext): RestoreContext {
  return { now: timestampOf(clock), systemBoot }
}
