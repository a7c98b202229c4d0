import { Command } from 'commander'
import { addAccess } from './commands/accounts/access.ts'
import { addAccount } from './commands/accounts/account.ts'
import { addWhoami } from './commands/accounts/whoami.ts'
import { addAffiliate } from './commands/affiliate/affiliate.ts'
import { addApps } from './commands/apps/apps.ts'
import { addLogin } from './commands/auth/login.ts'
import { addLogout } from './commands/auth/logout.ts'
import { addRegister } from './commands/auth/register.ts'
import { addAutoOrders } from './commands/auto-orders/auto-orders.ts'
import { addBackups } from './commands/backups/backups.ts'
import { addBudget } from './commands/budgets/budget.ts'
import { addProjects } from './commands/budgets/projects.ts'
import { addSpendReport } from './commands/budgets/spend.ts'
import { addCardPayments } from './commands/cards/card-payments.ts'
import { addCards } from './commands/cards/cards.ts'
import { addTopUp } from './commands/cards/top-up.ts'
import { addChannels } from './commands/channels/channels.ts'
import { addChat } from './commands/chat/chat.ts'
import { addClusters } from './commands/clusters/clusters.ts'
import { addCompany } from './commands/companies/company.ts'
import { addDashboard } from './commands/dashboard/dashboard.ts'
import { addDeposits } from './commands/deposits/deposits.ts'
import { addCp } from './commands/files/cp.ts'
import { addAutomation } from './commands/instances/automation.ts'
import { addBid } from './commands/instances/bid.ts'
import { addDestroy } from './commands/instances/destroy.ts'
import { addEvents } from './commands/instances/events.ts'
import { addExec } from './commands/instances/exec.ts'
import { addForward } from './commands/instances/forward.ts'
import { addInspect } from './commands/instances/inspect.ts'
import { addLogs } from './commands/instances/logs.ts'
import { addNote } from './commands/instances/note.ts'
import { addPs } from './commands/instances/ps.ts'
import { addReceipt } from './commands/instances/receipt.ts'
import { addRename } from './commands/instances/rename.ts'
import { addRent } from './commands/instances/rent.ts'
import { addRestart } from './commands/instances/restart.ts'
import { addSavings } from './commands/instances/savings.ts'
import { addShell } from './commands/instances/shell.ts'
import { addStart } from './commands/instances/start.ts'
import { addStop } from './commands/instances/stop.ts'
import { addInvoices } from './commands/invoices/invoices.ts'
import { addKeys } from './commands/keys/keys.ts'
import { addSshKeys } from './commands/keys/ssh-keys/ssh-keys.ts'
import { addBalance } from './commands/ledger/balance.ts'
import { addBill } from './commands/ledger/bill.ts'
import { addLedger } from './commands/ledger/ledger.ts'
import { addStatement } from './commands/ledger/statement.ts'
import { addAgent } from './commands/machines/agent.ts'
import { addMachines } from './commands/machines/machines.ts'
import { addAlerts } from './commands/market/alerts.ts'
import { addOffers } from './commands/market/offers.ts'
import { addQuote } from './commands/market/quote.ts'
import { addSearches } from './commands/market/searches.ts'
import { addMedia } from './commands/media/media.ts'
import { addMissions } from './commands/missions/missions.ts'
import { addModels } from './commands/models/models.ts'
import { addServe } from './commands/models/serve.ts'
import { addGpus } from './commands/monitoring/gpus.ts'
import { addOperator } from './commands/operator/operator.ts'
import { addPayouts } from './commands/payouts/payouts.ts'
import { addPorts } from './commands/ports/ports.ts'
import { addCalendar } from './commands/posts/calendar.ts'
import { addPosts } from './commands/posts/posts.ts'
import { addPrices } from './commands/prices/prices.ts'
import { addPromo } from './commands/promo-codes/promo.ts'
import { addRender } from './commands/rendering/render.ts'
import { addRenders } from './commands/rendering/renders.ts'
import { addReview } from './commands/reputation/review.ts'
import { addReviews } from './commands/reputation/reviews.ts'
import { addTrust } from './commands/reputation/trust.ts'
import { addReservations } from './commands/reservations/reservations.ts'
import { addRewards } from './commands/rewards/rewards.ts'
import { addMove } from './commands/snapshots/move.ts'
import { addSnapshots } from './commands/snapshots/snapshots.ts'
import { addProxy } from './commands/ssh/proxy.ts'
import { addSshCert } from './commands/ssh/ssh-cert.ts'
import { addSshConfig } from './commands/ssh/ssh-config.ts'
import { addCompletion } from './commands/system/completion.ts'
import { addTemplates } from './commands/templates/templates.ts'
import { addVolumes } from './commands/volumes/volumes.ts'
import { addWebhooks } from './commands/webhooks/webhooks.ts'
import type { Open } from './ctx.ts'
import { exitCodeHelp } from './exit-codes.ts'
import { examples } from './help.ts'

/** Every command under its heading in the help. */
const groups = {
  'Account:': [
    addLogin,
    addRegister,
    addAccess,
    addWhoami,
    addAccount,
    addCompany,
    addKeys,
    addSshKeys,
    addWebhooks,
    addLogout,
  ],
  'Rent:': [
    addOffers,
    addSearches,
    addTrust,
    addReviews,
    addPrices,
    addAlerts,
    addApps,
    addTemplates,
    addQuote,
    addRent,
  ],
  'Render:': [addRender, addRenders],
  'Models:': [addModels, addChat],
  'Instances:': [
    addPs,
    addInspect,
    addEvents,
    addLogs,
    addExec,
    addShell,
    addCp,
    addForward,
    addSshConfig,
    addSshCert,
    addProxy,
    addPorts,
    addNote,
    addBid,
    addAutomation,
    addSavings,
    addRename,
  ],
  'Lifecycle:': [
    addStart,
    addStop,
    addRestart,
    addMove,
    addSnapshots,
    addVolumes,
    addReservations,
    addAutoOrders,
    addBackups,
    addClusters,
    addDestroy,
  ],
  'Billing:': [
    addDashboard,
    addBalance,
    addDeposits,
    addCardPayments,
    addCards,
    addTopUp,
    addSpendReport,
    addBudget,
    addProjects,
    addBill,
    addInvoices,
    addLedger,
    addStatement,
    addPayouts,
    addPromo,
    addRewards,
    addAffiliate,
    addMedia,
    addChannels,
    addPosts,
    addCalendar,
    addMissions,
    addReceipt,
    addReview,
  ],
  'Hosting and administration:': [addMachines, addGpus, addServe, addAgent, addOperator],
  'Shell:': [addCompletion],
} as const

/** Options that every command takes. */
export interface SharedOptions {
  json?: boolean
  server?: string
}

/** Builds the whole command line. `open` creates the context of a command once its options are parsed. */
export function buildProgram(open: Open, version: string): Command {
  const program = new Command('gridloom')
    .description('Rent compute, host machines and administer a Gridloom server from the terminal.')
    .version(version, '-V, --version', 'show the version')
    .option('--json', 'print JSON as returned by the API; streams print one JSON object per line')
    .option(
      '--server <url>',
      'server URL (default: $GRIDLOOM_URL, or the last server you signed in to)',
    )
    .helpOption('-h, --help', 'show help for a command')
    .helpCommand('help [command]', 'show help for a command')
    .showHelpAfterError('Help: gridloom --help')
    .addHelpText('after', topHelp)
  for (const [heading, adders] of Object.entries(groups)) {
    program.commandsGroup(heading)
    for (const add of adders) add(program, open)
  }
  return program
}

const topHelp = `${examples(
  'login',
  'offers --sort price',
  'rent 8hjkmnpq --template debian --wait',
  'shell trial',
  'destroy trial',
)}

Refer to an instance, offer or machine by label, name or ID. The start or end of an ID is
enough, as shown in tables.
${exitCodeHelp}`
