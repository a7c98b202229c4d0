import type { Fingerprint } from '@gridloom/contract/machines/enrolment'

/**
 * Whether two fingerprints are of the same computer: they share the id of a built-in part (board, system disk, network,
 * a GPU) and one more id. The ids that a copied disk image contains (the system's and the engine's) are not enough, so
 * copies of one virtual machine stay separate; neither is a single part that was moved to another computer. Two
 * different known boards are two computers. Pure.
 */
export function isSameComputer(one: Fingerprint, other: Fingerprint): boolean {
  if (one.board !== undefined && other.board !== undefined && one.board !== other.board)
    return false
  const builtIn = [
    isShared(one.board, other.board),
    isShared(one.disk, other.disk),
    isShared(one.network, other.network),
    one.gpus.some((gpu) => other.gpus.includes(gpu)),
  ].filter(Boolean).length
  const copied = [isShared(one.system, other.system), isShared(one.engine, other.engine)].filter(
    Boolean,
  ).length
  return builtIn >= 1 && builtIn + copied >= 2
}

function isShared(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && one === other
}
