import { type Ulimit, UlimitName } from '@gridloom/contract/templates/docker-options'
import type { ReadResult } from './read-result.ts'

const pattern = /^([a-z]+)=(-1|\d{1,15})(?::(-1|\d{1,15}))?$/

/** Reads `nofile=1024:65536`, or `nofile=1024` for both limits; -1: none. Source: docker/go-units, `ParseUlimit`. */
export function readUlimit(text: string): ReadResult<Ulimit> {
  const [whole, given = '', first = '', last = first] = pattern.exec(text) ?? []
  if (whole === undefined) return { reason: 'must be a limit such as nofile=1024:65536' }
  const name = UlimitName.options.find((known) => known === given)
  if (name === undefined) return { reason: `${given} is not a limit that instances can have` }
  const [soft, hard] = [Number(first), Number(last)]
  if (hard !== -1 && (soft === -1 || soft > hard))
    return { reason: 'The soft limit must be at most the hard one' }
  return { value: { name, soft, hard } }
}
