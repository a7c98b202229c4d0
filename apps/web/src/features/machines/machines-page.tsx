import { Page } from '../../lib/parts/page.tsx'

export function MachinesPage() {
  return <Page title="Machines">…</Page>
}
