import type { Machine } from '@gridloom/contract/machines/machine'
import { Button } from '@mantine/core'
import { IconCpu } from '@tabler/icons-react'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useClient } from '../../../api/runtime.tsx'
import { gpuAlertsQuery } from '../../../shared/monitoring/alerts-query.ts'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { EmptyState } from '../../../ui/components/states.tsx'
import { type Column, Table } from '../../../ui/components/table.tsx'
import { type Device, devicesOf, openDevice } from '../devices.ts'
import { DeviceHistory } from '../history/device-history.tsx'
import { DeviceRow } from './device-row.tsx'

const route = getRouteApi('/shell/dashboard/gpu-info')

const columns: readonly Column[] = [
  { text: 'Device' },
  { text: 'Load', align: 'number' },
  { text: 'Temperature', align: 'number' },
  { text: 'Power', align: 'number' },
  { text: 'Memory', align: 'number' },
  { text: 'Clocks', align: 'number' },
  { text: 'Measured speed', align: 'number' },
  { text: 'State' },
]

/** The GPUs and CPUs of one's own machines: live, and the history of the open one. */
export function OwnGpus({ machines }: { machines: UseQueryResult<Machine[]> }) {
  const devices = devicesOf(machines.data ?? [])
  const search = route.useSearch()
  const open = openDevice(devices, search)
  return (
    <>
      <Section title="Your GPUs and CPUs" note="live" inset="flush">
        <Loaded query={machines} what="your machines" rows={4}>
          {() => (devices.length === 0 ? <NoDevice /> : <Devices devices={devices} open={open} />)}
        </Loaded>
      </Section>
      {open && <DeviceHistory device={open} span={search.span ?? 'hour'} />}
    </>
  )
}

interface DevicesProps {
  devices: readonly Device[]
  open: Device | undefined
}

function Devices({ devices, open }: DevicesProps) {
  const alerts = useQuery(gpuAlertsQuery(useClient()))
  return (
    <Table label="GPUs and CPUs" columns={columns}>
      {devices.map((device) => (
        <DeviceRow
          key={`${device.machine.id} ${device.gpu?.uuid ?? 'cpu'}`}
          device={device}
          isOpen={device === open}
          alerts={(alerts.data ?? []).filter(
            ({ machine_id, gpu_uuid }) =>
              machine_id === device.machine.id && gpu_uuid === device.gpu?.uuid,
          )}
        />
      ))}
    </Table>
  )
}

function NoDevice() {
  return (
    <EmptyState
      icon={<IconCpu size={20} stroke={1.6} />}
      title="No machine yet"
      action={
        <Button
          variant="filled"
          renderRoot={(props) => <Link {...props} to="/machines" search={{ enrol: true }} />}
        >
          Add machine
        </Button>
      }
    >
      The GPUs and CPUs of your machines appear here, with temperature, power and load.
    </EmptyState>
  )
}
