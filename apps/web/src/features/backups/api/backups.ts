import type { Client } from '@gridloom/client/calls'
import type { api } from '@gridloom/contract/api'
import type { BodyInput } from '@gridloom/contract/core/endpoint'
import type { BackupPlanId, BackupRunId } from '@gridloom/contract/core/ids'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'
import { useClient } from '../../../api/runtime.tsx'

/** Fetches the backup plans of the account with their last runs. */
export function backupsQuery(client: Client) {
  return queryOptions({
    queryKey: keys.backupList,
    queryFn: ({ signal }) => client.backups.list({ signal }),
  })
}

export function backupStorageQuery(client: Client) {
  return queryOptions({
    queryKey: keys.backupStorage,
    queryFn: ({ signal }) => client.backups.storage({ signal }),
  })
}

export function backupRunsQuery(client: Client, id: BackupPlanId) {
  return queryOptions({
    queryKey: keys.backupRuns(id),
    queryFn: ({ signal }) => client.backups.runs({ params: { id }, signal }),
  })
}

export function recoveryPointsQuery(client: Client, id: BackupPlanId) {
  return queryOptions({
    queryKey: keys.recoveryPoints(id),
    queryFn: ({ signal }) => client.backups.points({ params: { id }, signal }),
  })
}

/** A change of backups, after which all of them are fetched again. */
function useBackupChange<Input, Output>(call: (client: Client, input: Input) => Promise<Output>) {
  const client = useClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => call(client, input),
    meta: { problem: 'shown-in-place' },
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.backups }),
  })
}

export function useCreateBackup() {
  return useBackupChange((client, body: BodyInput<typeof api.backups.create>) =>
    client.backups.create({ body }),
  )
}

export function useChangeBackup(id: BackupPlanId) {
  return useBackupChange((client, body: BodyInput<typeof api.backups.change>) =>
    client.backups.change({ params: { id }, body }),
  )
}

export function useRunBackup(id: BackupPlanId) {
  return useBackupChange((client, _: undefined) => client.backups.run({ params: { id } }))
}

export function useRestoreBackup(id: BackupPlanId) {
  return useBackupChange((client, body: BodyInput<typeof api.backups.restore>) =>
    client.backups.restore({ params: { id }, body }),
  )
}

export function useChangeBackupPassword(id: BackupPlanId) {
  return useBackupChange((client, body: BodyInput<typeof api.backups.changePassword>) =>
    client.backups.changePassword({ params: { id }, body }),
  )
}

export function useDeletePoint(id: BackupPlanId) {
  return useBackupChange((client, point_id: string) =>
    client.backups.removePoint({ params: { id, point_id } }),
  )
}

export function useCancelRun(id: BackupPlanId) {
  return useBackupChange((client, run_id: BackupRunId) =>
    client.backups.cancel({ params: { id, run_id } }),
  )
}

export function useDeleteBackup(id: BackupPlanId) {
  return useBackupChange((client, _: undefined) => client.backups.remove({ params: { id } }))
}
