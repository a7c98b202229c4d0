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
      'set the address with --server, or enrol: gridloom agent enrol --server URL --token-file FILE'
    return [warn('server', 'no server address configured', remedy)]
  }
  if (answer.kind === 'silent') {
    const remedy = `check the address, the network of this machine, and that its firewall allows outgoing connections:\ncurl -v ${serverUrl}/api/health`
    return [missing('server', `${serverUrl}: ${answer.reason}`, remedy)]
  }
  if (answer.status !== 200) {
    const text = `${serverUrl}/api/health returns HTTP ${answer.status}`
    return [missing('server', text, 'check that this is the address of the control plane')]
  }
  return [ok('server', serverUrl), inspectSkew(answer.serverTime, answer.localTime)]
}

/** `serverTime` is the `Date` header, which has whole seconds. */
function inspectSkew(serverTime: string | null, localTime: Date): Finding {
  const serverMs = Date.parse(serverTime ?? '')
  if (Number.isNaN(serverMs)) return ok('clock', 'not compared, as the server sends no time')
  const skewS = Math.round(Math.abs(localTime.getTime() - serverMs) / 1_000)
  if (skewS <= skewSMax) return ok('clock', `within ${Math.max(1, skewS)} s of the server clock`)
  const text = `differs from the server clock by ${skewS} s`
  return warn(
    'clock',
    text,
    'sudo apt-get install -y systemd-timesyncd && sudo timedatectl set-ntp true',
  )
}
