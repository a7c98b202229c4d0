import { type Finding, missing, ok, warn } from './finding.ts'

/** Beyond this, the times of log lines and samples look wrong on the page. */
const skewSMax = 5

export type ServerAnswer =
  | { kind: 'answered'; status: number; serverTime: string | null; localTime: Date }
  | { kind: 'silent'; reason: string }
  | { kind: 'unknown' }

/** Checks whether the control plane responds, and whether both clocks agree. */
export function inspectServer(serverUrl: string | undefined, answer: ServerAnswer): Finding[] {
  if (serverUrl === undefined || answer.kind === 'unknown') {
    const remedy =
      'give its address with --server, or enrol: gridloom agent enrol --server URL --token-file FILE'
    return [warn('server', 'not known yet', remedy)]
  }
  if (answer.kind === 'silent') {
    const remedy = `check the address, this machine's network, and that outgoing connections are let through:\ncurl -v ${serverUrl}/api/health`
    return [missing('server', `${serverUrl}: ${answer.reason}`, remedy)]
  }
  if (answer.status !== 200) {
    const text = `${serverUrl} answers /api/health with HTTP ${answer.status}`
    return [missing('server', text, 'check that the address is the one of the control plane')]
  }
  return [ok('server', serverUrl), inspectSkew(answer.serverTime, answer.localTime)]
}

/** `serverTime` is the `Date` header, which has whole seconds. */
function inspectSkew(serverTime: string | null, localTime: Date): Finding {
  const serverMs = Date.parse(serverTime ?? '')
  if (Number.isNaN(serverMs)) return ok('clock', 'the server sends no time to compare with')
  const skewS = Math.round(Math.abs(localTime.getTime() - serverMs) / 1_000)
  if (skewS <= skewSMax) return ok('clock', `within ${Math.max(1, skewS)} s of the server's`)
  const text = `${skewS} s away from the server's`
  return warn(
    'clock',
    text,
    'sudo apt-get install -y systemd-timesyncd && sudo timedatectl set-ntp true',
  )
}
