import type { Fingerprint } from '@gridloom/contract/machines/enrolment'

/**
 * Whether two fingerprints are of one computer: they share the id of a part that is built in (board, system disk,
 * network, a GPU) and one id more. What a copied disk image brings along (the system's and the engine's id) is not
 * enough, so copies of one virtual machine stay apart; neither is one part that was carried over. Two boards that are
 * known and differ are two computers. Pure.
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
