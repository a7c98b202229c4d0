import { randomInt } from 'node:crypto'
import { InstanceListenerId, InstanceSessionId } from '@gridloom/contract/core/ids'

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** Returns the id of a session that no other test has. */
export function newSessionId(): InstanceSessionId {
  return InstanceSessionId.parse(`isn_${randomUlid()}`)
}

export function newListenerId(): InstanceListenerId {
  return InstanceListenerId.parse(`ils_${randomUlid()}`)
}

function randomUlid(): string {
  return Array.from({ length: 26 }, () => alphabet[randomInt(alphabet.length)]).join('')
}
