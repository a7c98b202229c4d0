import type { Instance } from '@gridloom/contract/instances/instance'
import type { SshGateway } from '@gridloom/contract/system/public-config'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { configQuery } from '../../../api/queries.ts'
import { useClient } from '../../../api/runtime.tsx'
import { CopyLine } from '../../../ui/components/copy.tsx'
import styles from './overview-tab.module.css'

/** How to connect with SSH; nothing where this installation serves none. */
export function SshWay({ instance }: { instance: Instance }) {
  const ssh = useQuery(configQuery(useClient())).data?.ssh
  if (ssh === undefined || ssh === null) return null
  return (
    <div className={styles.way}>
      <span className={styles.wayName}>With SSH</span>
      <CopyLine text={sshCommand(ssh, instance)} label="SSH command" />
      <span className={styles.muted}>
        Also for scp, sftp, rsync and VS Code, with one of your{' '}
        <Link to="/account" search={{ section: 'ssh-keys' }}>
          SSH keys
        </Link>
        . Host key: <span className={styles.fingerprint}>{ssh.fingerprint}</span>
      </span>
    </div>
  )
}

/** Whether a shell and ssh_config take a label as it is. */
export function plainLabel(label: string): boolean {
  return /^[A-Za-z0-9][\w.-]*$/.test(label)
}

/** The command, with the label as user name where a shell takes it as it is. */
export function sshCommand(
  { host, port }: Pick<SshGateway, 'host' | 'port'>,
  { id, label }: Pick<Instance, 'id' | 'label'>,
): string {
  const user = plainLabel(label) ? label : id
  return `ssh ${port === 22 ? '' : `-p ${port} `}${user}@${host}`
}
