import { limits } from '@gridloom/contract/core/constants'
import { Port } from '@gridloom/contract/templates/container-fields'
import { problemOf, type ReadResult } from './read-result.ts'

const pattern = /^(?:[\da-fA-F.:[\]-]*:)?(\d{1,6})(?:-(\d{1,6}))?(?:\/([A-Za-z]+))?$/

/**
 * Reads ports of a container as Docker writes them: `80`, `8080:80`, `127.0.0.1:8080:80/tcp`, `8000-8010`. The part of
 * the machine is ignored, as every declared port has an address. At most {@link limits.ports}.
 */
export function readPorts(text: string): ReadResult<readonly number[]> {
  const [whole, first = '', last = first, protocol = 'tcp'] = pattern.exec(text) ?? []
  if (whole === undefined) return { reason: 'must be a port such as 80 or 8080:80' }
  if (protocol.toLowerCase() === 'udp') return { reason: 'UDP ports are not available' }
  if (protocol.toLowerCase() !== 'tcp') return { reason: 'Only TCP ports are available' }
  const [from, to] = [Number(first), Number(last)]
  if (problemOf(Port, from) !== null || problemOf(Port, to) !== null)
    return { reason: 'must be from 1 to 65535' }
  if (to < from) return { reason: `The range is reversed. Use ${to}-${from}` }
  if (to - from >= limits.ports) return { reason: `at most ${limits.ports} ports` }
  return { value: Array.from({ length: to - from + 1 }, (_, place) => from + place) }
}
