import { endpoints } from 'virtual:api-facts'
import type { CodeAction } from '../../ui/components/as-code.tsx'

const { dashboard, machines, monitoring, ledger, reservations } = endpoints

/** The actions of the page as code. */
export const dashboardCode: readonly CodeAction[] = [
  { name: 'Get the dashboard', endpoint: dashboard.read, cli: 'gridloom dashboard' },
  { name: 'List your machines', endpoint: machines.list, cli: 'gridloom machines' },
  { name: 'List GPU alerts', endpoint: monitoring.alerts, cli: 'gridloom gpus' },
  { name: 'List reservations', endpoint: reservations.list, cli: 'gridloom reservations' },
  { name: 'Get your balance', endpoint: ledger.balance, cli: 'gridloom balance' },
]
