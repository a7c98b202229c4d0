import { type Guide, tokenPlace } from '../guide.ts'
import { commonTroubles, enrolStep, fetchStep, outgoing } from './common.ts'

export const windows: Guide = {
  system: 'windows',
  path: '/how-to-host/windows',
  name: 'Windows',
  lead: 'One command in PowerShell turns a Windows computer with Docker Desktop into a machine that others can rent.',
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
      name: 'Room',
      text: '500 MB to install; 10 GB free on the disk that Docker Desktop uses, and 1 GB of memory.',
    },
    outgoing,
  ],
  limits: [
    'Docker Desktop keeps containers in a virtual machine that the agent cannot dial into: templates that answer on a port (web apps, SSH) do not become ready here. Batch work, logs, commands and terminals do work.',
    'Containers are kept apart by Docker alone: the agent’s own rules against your private network need Linux.',
    'The disk of a container cannot be limited either: the machine is offered only if you list it as not isolated, and images that declare volumes are refused.',
    'For GPUs, ports and full isolation use Ubuntu in WSL 2 with Docker inside it, and follow the Ubuntu guide there.',
  ],
  where: 'In PowerShell, opened with “Run as administrator”.',
  template: (url) => `& ([scriptblock]::Create((irm ${url}/install.ps1))) -Token ${tokenPlace}`,
  script: '/install.ps1',
  also: '`-Name NAME` calls the machine something else than its computer name; `-NoService` starts nothing and needs no administrator.',
  steps: [
    {
      name: 'Looks',
      text: 'It checks the processor, that Docker’s named pipe is there, and that 500 MB are free. What is missing is said, and nothing is changed.',
    },
    fetchStep,
    enrolStep('%LOCALAPPDATA%\\gridloom-agent'),
    { name: 'Installs', text: 'The agent goes to `%LOCALAPPDATA%\\gridloom`.' },
    {
      name: 'Starts',
      text: 'It registers the scheduled task “Gridloom agent”, which runs without a window whenever you sign in, and starts it.',
    },
    {
      name: 'Measures',
      text: 'The agent dials out and measures processor, memory and disk for some seconds.',
    },
  ],
  upgrade: 'To upgrade the agent, run the command again; a token is not needed then.',
  doctor: '& "$env:LOCALAPPDATA\\gridloom\\gridloom-agent.cmd" doctor',
  log: 'Get-ScheduledTaskInfo -TaskName "Gridloom agent"',
  troubles: [
    {
      name: 'container engine',
      text: 'Docker Desktop does not run, or runs Windows containers. Start it, and switch it to Linux containers.',
    },
    {
      name: 'network isolation',
      text: 'A warning here on Windows, always: the rules need Linux. Hosting goes on without them.',
    },
    ...commonTroubles,
  ],
  undo: (url) => `& ([scriptblock]::Create((irm ${url}/install.ps1))) -Uninstall`,
  undone:
    'Removes the scheduled task and the agent. The key stays in `%LOCALAPPDATA%\\gridloom-agent` until you add `-Purge`.',
}
