import type { InstanceRecord } from '../record.ts'
import type { OpenedSession } from '../sessions/instance-sessions.ts'

/** The disks of stopped instances, each open while somebody works on its files. */
export interface StoppedDisks {
  /** Opens an SFTP session on a disk. @throws AgentRefused `state_conflict`; `upstream_failed` while it is in use */
  open(record: InstanceRecord, session: string, signal: AbortSignal): Promise<OpenedSession>
  /**
   * Ends all sessions on a disk and closes it, until what is returned is disposed of: a disk that is mounted twice is
   * damaged. May be repeated.
   */
  hold(record: Pick<InstanceRecord, 'container' | 'phase'>): Promise<Disposable>
  /** Closes the disks that a killed agent left open. */
  begin(signal: AbortSignal): Promise<void>
  end(): Promise<void>
}
