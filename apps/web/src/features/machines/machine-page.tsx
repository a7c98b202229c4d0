import { Page } from '../../lib/parts/page.tsx'

export function MachinePage() {
  return <Page title="Machine">…</Page>
}
