import { type Guide, tokenPlace } from '../guide.ts'
import { commonTroubles, enrolStep, fetchStep, outgoing } from './common.ts'

export const windows: Guide = {
  system: 'windows',
  path: '/how-to-host/windows',
  name: 'Windows',
  lead: 'Rent out a Windows computer with Docker Desktop. Setup takes one command in PowerShell.',
  needs: [
    {
      name: 'System',
      text: 'Windows 10 22H2 or Windows 11, x86-64, and an administrator account.',
    },
    {
      name: 'Docker',
      text: 'Docker Desktop with its WSL 2 engine and Linux containers, started, and set to start when you sign in.',
    },
    {
      name: 'Disk and memory',
      text: '500 MB to install; 10 GB free on the disk that Docker Desktop uses, and 1 GB of memory.',
    },
    outgoing,
  ],
  limits: [
    'Docker Desktop keeps containers in a virtual machine that the agent can’t connect to. Templates that serve a port (web apps, SSH) don’t become ready here. Batch work, logs, commands and terminals work.',
    'Only Docker isolates containers: the agent’s rules that protect your private network need Linux.',
    'Container disks can’t be limited either. The machine is offered only if you list it as not isolated, and images that declare volumes are refused.',
    'For GPUs, ports and full isolation use Ubuntu in WSL 2 with Docker inside it, and follow the Ubuntu guide there.',
  ],
  where: 'In PowerShell, opened with “Run as administrator”.',
  template: (url) => `& ([scriptblock]::Create((irm ${url}/install.ps1))) -Token ${tokenPlace}`,
  script: '/install.ps1',
  also: 'Use `-Name NAME` to set a name other than the computer name, and `-NoService` to install without starting (needs no administrator).',
  steps: [
    {
      name: 'Checks',
      text: 'Checks the processor, Docker’s named pipe and 500 MB of free space. If something is missing, it says so and changes nothing.',
    },
    fetchStep,
    enrolStep('%LOCALAPPDATA%\\gridloom-agent'),
    { name: 'Installs', text: 'Installs the agent in `%LOCALAPPDATA%\\gridloom`.' },
    {
      name: 'Starts',
      text: 'Registers the scheduled task “Gridloom agent”, which runs in the background whenever you sign in, and starts it.',
    },
    {
      name: 'Measures',
      text: 'The agent connects and measures processor, memory and disk for a few seconds.',
    },
  ],
  upgrade: 'To upgrade the agent, run the command again. No token is needed.',
  doctor: '& "$env:LOCALAPPDATA\\gridloom\\gridloom-agent.cmd" doctor',
  log: 'Get-ScheduledTaskInfo -TaskName "Gridloom agent"',
  troubles: [
    {
      name: 'container engine',
      text: 'Docker Desktop is not running, or runs Windows containers. Start it and switch to Linux containers.',
    },
    {
      name: 'network isolation',
      text: 'This warning is expected on Windows, because the rules need Linux. Hosting works without them.',
    },
    ...commonTroubles,
  ],
  undo: (url) => `& ([scriptblock]::Create((irm ${url}/install.ps1))) -Uninstall`,
  undone:
    'Removes the scheduled task and the agent. The key stays in `%LOCALAPPDATA%\\gridloom-agent` until you add `-Purge`.',
}
