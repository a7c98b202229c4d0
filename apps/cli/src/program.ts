import { Command } from 'commander'
import { addAccess } from './commands/access.ts'
import { addAccount } from './commands/account/account.ts'
import { addAgent } from './commands/agent.ts'
import { addAlerts } from './commands/alerts.ts'
import { addBalance } from './commands/balance.ts'
import { addBill } from './commands/bill.ts'
import { addChat } from './commands/chat/chat.ts'
import { addCompany } from './commands/company/company.ts'
import { addCompletion } from './commands/completion.ts'
import { addDestroy } from './commands/destroy.ts'
import { addExec } from './commands/exec.ts'
import { addForward } from './commands/forward.ts'
import { addInspect } from './commands/inspect.ts'
import { addKeys } from './commands/keys/keys.ts'
import { addLedger } from './commands/ledger.ts'
import { addLogin } from './commands/login.ts'
import { addLogout } from './commands/logout.ts'
import { addLogs } from './commands/logs.ts'
import { addMachines } from './commands/machines/machines.ts'
import { addModels } from './commands/models/models.ts'
import { addOffers } from './commands/offers.ts'
import { addOperator } from './commands/operator/operator.ts'
import { addPs } from './commands/ps.ts'
import { addQuote } from './commands/quote.ts'
import { addReceipt } from './commands/receipt.ts'
import { addRegister } from './commands/register.ts'
import { addRender } from './commands/render/render.ts'
import { addRenders } from './commands/renders/renders.ts'
import { addRent } from './commands/rent.ts'
import { addRestart } from './commands/restart.ts'
import { addServe } from './commands/serve.ts'
import { addShell } from './commands/shell.ts'
import { addSshKeys } from './commands/ssh-keys/ssh-keys.ts'
import { addStart } from './commands/start.ts'
import { addStop } from './commands/stop.ts'
import { addTemplates } from './commands/templates.ts'
import { addWhoami } from './commands/whoami.ts'
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
    addLogout,
  ],
  'Rent:': [addOffers, addAlerts, addTemplates, addQuote, addRent],
  'Render:': [addRender, addRenders],
  'Models:': [addModels, addChat],
  'Instances:': [addPs, addInspect, addLogs, addExec, addShell, addForward],
  'Lifecycle:': [addStart, addStop, addRestart, addDestroy],
  'Billing:': [addBalance, addBill, addLedger, addReceipt],
  'Hosting and administration:': [addMachines, addServe, addAgent, addOperator],
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
