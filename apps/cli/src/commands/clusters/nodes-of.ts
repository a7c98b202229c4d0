import { clusterLimits } from '@gridloom/contract/clusters/network'
import { UsageError } from '../../errors.ts'

/** Parses `8hjkmnpq:2 9abcdefg` to offers with numbers of nodes. @throws UsageError */
export function nodesOf(words: readonly string[]): { offer: string; count: number }[] {
  const { nodesMin, nodesMax } = clusterLimits
  const nodes = words.map((word) => {
    const [, offer = '', count = '1'] = /^(.+?)(?::(\d{1,2}))?$/.exec(word) ?? []
    return { offer, count: Number(count) }
  })
  const total = nodes.reduce((sum, { count }) => sum + count, 0)
  if (total >= nodesMin && total <= nodesMax) return nodes
  throw new UsageError(`A cluster has ${nodesMin} to ${nodesMax} nodes, not ${total}.`)
}
