import type { MachineId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { Tx } from '../../platform/ctx.ts'
import {
  appliesContainerOptions,
  buildsRecipes,
  holdsImage,
  sealKeysOf,
} from '../machines/index.ts'
import type { InstanceTemplate } from './schema.ts'

/**
 * An older agent would start the container without its options, and with other arguments.
 * @throws Refused `options_unsupported`, `recipes_unsupported`
 */
export async function refuseUnsupportedOptions(
  tx: Tx,
  machineId: MachineId,
  template: InstanceTemplate,
): Promise<void> {
  if ((template.login ?? null) !== null && !(await sealKeysOf(tx.db, [machineId])).has(machineId))
    throw new Refused('options_unsupported', { details: { options: 'the registry login' } })
  if (await lacksImage(tx, machineId, template))
    throw new Refused('recipes_unsupported', { details: { app: template.name } })
  const options = namedOptions(template)
  if (options.length === 0 || (await appliesContainerOptions(tx.db, machineId))) return
  throw new Refused('options_unsupported', { details: { options: options.join(', ') } })
}

/** Whether an image must be built, and the machine neither builds images nor has it. */
async function lacksImage(
  { db }: Tx,
  machineId: MachineId,
  { recipe, image_path_with_tag }: InstanceTemplate,
): Promise<boolean> {
  if (recipe === undefined || recipe === null) return false
  return !(
    (await buildsRecipes(db, machineId)) || (await holdsImage(db, machineId, image_path_with_tag))
  )
}

/** The options of a template that its machine must apply, as `docker run` names them. */
function namedOptions({ options, arguments: words = [] }: InstanceTemplate): string[] {
  const given: Record<string, boolean> = {
    '--shm-size': (options?.shm_mib ?? null) !== null,
    '--ulimit': (options?.ulimits.length ?? 0) > 0,
    '--workdir': (options?.workdir ?? null) !== null,
    '--user': (options?.user ?? null) !== null,
    '--hostname': (options?.hostname ?? null) !== null,
    arguments: words.length > 0,
  }
  return Object.keys(given).filter((name) => given[name])
}
