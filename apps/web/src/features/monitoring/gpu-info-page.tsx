import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { detailsQuery, machinesQuery } from '../../api/queries.ts'
import { useAuth, useClient, useRuntime } from '../../api/runtime.tsx'
import { AsCode } from '../../ui/components/as-code.tsx'
import { Page } from '../../ui/components/page.tsx'
import { AlertSettings } from './alerts/alert-settings.tsx'
import { gpuCode, marketCode } from './gpu-code.ts'
import { GpuModels } from './market/gpu-models.tsx'
import { OwnGpus } from './own/own-gpus.tsx'

/** `/dashboard/gpu-info`: the GPUs of one's own machines, live, and every model on the market; the latter for visitors too. */
export function GpuInfoPage() {
  const isLoggedIn = useAuth((state) => state.isLoggedIn)
  return isLoggedIn ? <SignedIn /> : <Visitor />
}

const lead = 'Sensors and history of your own GPUs, and all models on the market.'

function SignedIn() {
  const client = useClient()
  const details = useQuery(detailsQuery(client))
  // Without an access code there are no machines, and a rejected call would ask for the code.
  const mayHost = details.data?.has_entered_referral_code === true
  const machines = useQuery({ ...machinesQuery(client), enabled: mayHost })
  const [first] = machines.data ?? []
  return (
    <Page
      title="GPUs"
      lead={lead}
      actions={
        <>
          <AsCode actions={first ? gpuCode(first.id) : marketCode} />
          {first && <AlertSettings />}
        </>
      }
    >
      {mayHost && <OwnGpus machines={machines} />}
      <GpuModels />
    </Page>
  )
}

function Visitor() {
  const { auth } = useRuntime()
  return (
    <Page
      title="GPUs"
      lead="All models of GPUs on the market, with what their machines report and prices now."
      actions={
        <>
          <AsCode actions={marketCode} />
          <Button variant="filled" onClick={() => auth.openLogin('login')}>
            Sign in
          </Button>
        </>
      }
    >
      <GpuModels />
    </Page>
  )
}
