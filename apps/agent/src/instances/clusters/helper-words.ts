import {
  type ClusterPlace,
  clusterAddress,
  clusterNetwork,
} from '@gridloom/contract/clusters/network'
import type { Wire } from './wire.ts'
import { helperPort } from './wire.ts'

const box = '/.gridloom/bin/busybox'
const mark = '# the cluster'

/**
 * Names the nodes in the file that the instance and its helper share, makes the interface and carries its packets. The
 * names come first: an instance that sees the interface finds them.
 * `$1`: own address. `$2`: the agent's. `$3`: its port. The rest: lines for /etc/hosts.
 */
const script = `
own=$1 agent=$2 port=$3
shift 3
${box} grep -q '^${mark}' /etc/hosts || ${box} printf '%s\\n' '${mark}' "$@" >>/etc/hosts
(
  until ${box} ip link set ${clusterNetwork.interface} mtu ${clusterNetwork.mtu} 2>/dev/null; do
    ${box} sleep 0.05
  done
) &
exec /.gridloom/bin/socat -b 65536 \\
  "UDP4-DATAGRAM:$agent:$port,bind=:${helperPort},range=$agent/32,rcvbuf=4194304,sndbuf=4194304" \\
  "TUN:$own/${clusterNetwork.prefix},tun-name=${clusterNetwork.interface},iff-no-pi,iff-up"
`

/** Returns the command of the helper of a node. */
export function helperCommand({ name, rank, slots }: ClusterPlace, { local }: Wire): string[] {
  const hosts = slots.map((_, at) => `${clusterAddress(at)} node-${at} ${name}-${at}`)
  const words = [clusterAddress(rank), local.address, String(local.port), ...hosts]
  return ['/.gridloom/bin/sh', '-c', script, 'gridloom-network', ...words]
}
