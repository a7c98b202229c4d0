import { Page } from '../../lib/parts/page.tsx'

export function AccountPage() {
  return <Page title="Account">…</Page>
}
