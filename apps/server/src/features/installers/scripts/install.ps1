<#
Installs the Gridloom agent on Windows, so that this machine can be rented.
Run in PowerShell as administrator:

  & ([scriptblock]::Create((irm SERVER/install.ps1))) -Token TOKEN

  -Token TOKEN   enrolment token from the guide or the Machines page, valid once and for ten minutes
  -Name NAME     name of the machine (default: computer name)
  -Dir FOLDER    install into this folder, including data
  -NoService     install and enrol, but do not start the agent (does not require an administrator)
  -Uninstall     stop and remove the agent, but keep its key and data
  -Purge         with -Uninstall: also remove its key and data
  -AllowHttp     allow a server without TLS, for testing
  -NewKey        accept a new signing key, after the operator of the server replaced it

Running it again upgrades the agent and keeps the machine's identity. If anything fails before the new agent is in
place, the installed one stays unchanged. Works in Windows PowerShell 5.1 and in PowerShell 7.
#>
param(
  [string]$Token = '',
  [string]$Name = '',
  [string]$Dir = '',
  [switch]$NoService,
  [switch]$Uninstall,
  [switch]$Purge,
  [switch]$AllowHttp,
  [switch]$NewKey
)

function Install-GridloomAgent {
  param(
    [string]$Token, [string]$Name, [string]$Dir, [bool]$WithService, [string]$Task, [bool]$WithData,
    [bool]$WithHttp, [bool]$WithNewKey
  )
  Set-StrictMode -Version 2.0
  $ErrorActionPreference = 'Stop'
  $ProgressPreference = 'SilentlyContinue'

  $server = '@SERVER_URL@'
  $publicKey = '@PUBLIC_KEY@'
  $taskName = 'Gridloom agent'
  $neededMb = 500

  if ($Dir -ne '') {
    $Dir = $ExecutionContext.SessionState.Path.GetUnresolvedProviderPathFromPSPath($Dir)
    $data = Join-Path $Dir 'data'
  } else {
    $Dir = Join-Path $env:LOCALAPPDATA 'gridloom'
    $data = Join-Path $env:LOCALAPPDATA 'gridloom-agent'
  }
  $agentDir = Join-Path $Dir 'agent'
  $node = Join-Path $agentDir 'node.exe'
  $program = Join-Path $agentDir 'gridloom-agent.mjs'
  $command = Join-Path $Dir 'gridloom-agent.cmd'

  function Stop-Agent {
    if (Get-ScheduledTask -TaskName $taskName -ErrorAction SilentlyContinue) {
      Stop-ScheduledTask -TaskName $taskName
    }
    # The end of the task does not always end its processes, and a running program cannot be replaced.
    Get-Process -Name 'node' -ErrorAction SilentlyContinue |
      Where-Object { $_.Path -eq $node } | Stop-Process -Force
  }

  function Test-Administrator {
    $identity = [Security.Principal.WindowsIdentity]::GetCurrent()
    $principal = New-Object Security.Principal.WindowsPrincipal($identity)
    return $principal.IsInRole([Security.Principal.WindowsBuiltInRole]::Administrator)
  }

  function Get-FromServer([string]$Address, [string]$File) {
    try {
      Invoke-WebRequest -UseBasicParsing -Uri $Address -OutFile $File -TimeoutSec 1800
    } catch {
      $said = "$($_.ErrorDetails)"
      if ($said -match '"error":"([^"]*)"') { $said = $Matches[1] } else { $said = $_.Exception.Message }
      throw "$Address could not be downloaded: $said Nothing was changed."
    }
  }

  if ($Task -eq 'uninstall') {
    Stop-Agent
    if (Get-ScheduledTask -TaskName $taskName -ErrorAction SilentlyContinue) {
      Unregister-ScheduledTask -TaskName $taskName -Confirm:$false
      Write-Host "Removed the scheduled task '$taskName'."
    }
    foreach ($path in @($agentDir, "$agentDir.old", $command)) {
      if (Test-Path -LiteralPath $path) { Remove-Item -LiteralPath $path -Recurse -Force }
    }
    if ($WithData) {
      if (Test-Path -LiteralPath $data) { Remove-Item -LiteralPath $data -Recurse -Force }
      Write-Host "Removed the agent from $Dir and its data from $data."
    } else {
      Write-Host "Removed the agent from $Dir. Its key and data are kept in $data (remove them with -Purge)."
    }
    Write-Host "Remove the machine from your account at $server/machines"
    return
  }

  # --- Requirements ---
  # Without TLS the download could be replaced on the way.
  $isSafe = $server -match '^(https://|http://(localhost|127\.[0-9.]+|\[::1\])(:[0-9]+)?$)'
  if (-not $isSafe -and -not $WithHttp) {
    throw "$server is not https, so traffic could be read and changed on the way. Ask the operator for an https address. For testing, add -AllowHttp."
  }
  if ($env:PROCESSOR_ARCHITECTURE -ne 'AMD64' -and $env:PROCESSOR_ARCHITEW6432 -ne 'AMD64') {
    throw "The processor architecture $env:PROCESSOR_ARCHITECTURE is not supported. The agent for Windows runs on x86-64."
  }
  if ($WithService -and -not (Test-Administrator)) {
    throw 'Starting the agent with Windows requires an administrator. Open PowerShell with "Run as administrator" and run this again, or add -NoService.'
  }
  $isEnrolled = Test-Path -LiteralPath (Join-Path $data 'machine.json')
  if ($Token -eq '' -and -not $isEnrolled) {
    throw "This machine is not enrolled yet. Add -Token with an enrolment token. Create one at $server/how-to-host/windows. It is valid once and for ten minutes."
  }
  $pipes = [System.IO.Directory]::GetFiles('\\.\pipe\') | ForEach-Object { Split-Path -Leaf $_ }
  $engines = @('docker_engine', 'dockerDesktopLinuxEngine', 'podman-machine-default')
  if (-not $env:DOCKER_HOST -and -not ($pipes | Where-Object { $engines -contains $_ })) {
    throw 'Docker is not running. Install Docker Desktop with its WSL 2 engine, start it, and run this again.'
  }
  New-Item -ItemType Directory -Force -Path $Dir | Out-Null
  $drive = New-Object System.IO.DriveInfo([System.IO.Path]::GetPathRoot($Dir))
  $freeMb = [math]::Floor($drive.AvailableFreeSpace / 1048576)
  if ($freeMb -lt $neededMb) {
    throw "Not enough disk space for ${Dir}: $freeMb MB free, $neededMb MB required. Free up space and run this again."
  }

  # --- Download ---
  $work = Join-Path $Dir ".install.$PID"
  New-Item -ItemType Directory -Force -Path $work | Out-Null
  try {
    Write-Host "Downloading the agent for win-x64 from $server (the first download takes longer)"
    $archive = Join-Path $work 'agent.zip'
    $signature = Join-Path $work 'signature'
    Get-FromServer "$server/install/agent/win-x64/signature" $signature
    Get-FromServer "$server/install/agent/win-x64" $archive
    $keyFile = Join-Path $data 'server-key.xml'
    if ((Test-Path -LiteralPath $keyFile) -and -not $WithNewKey -and (Get-Content -LiteralPath $keyFile -Raw) -ne $publicKey) {
      throw "The signing key of the server has changed since this agent was installed. Nothing was changed. If the operator confirms that the key was replaced, run this again with -NewKey."
    }
    $rsa = [System.Security.Cryptography.RSA]::Create()
    $rsa.FromXmlString($publicKey)
    $isSigned = $rsa.VerifyData(
      [System.IO.File]::ReadAllBytes($archive),
      [Convert]::FromBase64String((Get-Content -LiteralPath $signature -Raw).Trim()),
      [System.Security.Cryptography.HashAlgorithmName]::SHA256,
      [System.Security.Cryptography.RSASignaturePadding]::Pkcs1)
    if (-not $isSigned) {
      throw 'The signature of the download is not valid. Nothing was changed. Run this again.'
    }
    Expand-Archive -LiteralPath $archive -DestinationPath $work
    $new = Join-Path $work 'gridloom-agent'
    $newNode = Join-Path $new 'node.exe'
    $newProgram = Join-Path $new 'gridloom-agent.mjs'
    $version = & $newNode $newProgram --version
    if ($LASTEXITCODE -ne 0) { throw 'The agent cannot run on this system. Nothing was changed.' }

    if ($isEnrolled) {
      Write-Host 'This machine is already enrolled and keeps its identity. The token was not used.'
    } else {
      $words = @('enrol', "--server=$server", '--token-file=-', "--data=$data")
      if ($Name -ne '') { $words += "--name=$Name" }
      if ($WithHttp) { $words += '--allow-http' }
      $Token | & $newNode $newProgram @words
      if ($LASTEXITCODE -ne 0) { throw 'Enrolment failed. See the error above. Nothing was installed.' }
    }

    # --- Installation ---
    Set-Content -LiteralPath (Join-Path $data 'server-key.xml') -Value $publicKey -NoNewline -Encoding Ascii
    Stop-Agent
    $old = "$agentDir.old"
    if (Test-Path -LiteralPath $old) { Remove-Item -LiteralPath $old -Recurse -Force }
    if (Test-Path -LiteralPath $agentDir) { Move-Item -LiteralPath $agentDir -Destination $old }
    try {
      Move-Item -LiteralPath $new -Destination $agentDir
    } catch {
      if (Test-Path -LiteralPath $old) { Move-Item -LiteralPath $old -Destination $agentDir }
      throw
    }
    if (Test-Path -LiteralPath $old) { Remove-Item -LiteralPath $old -Recurse -Force }
    $lines = @('@echo off', "set ""GRIDLOOM_AGENT_DATA=$data""", """$node"" ""$program"" %*")
    Set-Content -LiteralPath $command -Value $lines -Encoding Default
  } finally {
    Remove-Item -LiteralPath $work -Recurse -Force -ErrorAction SilentlyContinue
  }

  if ($WithService) {
    # Without a window (S4U); starts at logon, as Docker Desktop does.
    $user = [Security.Principal.WindowsIdentity]::GetCurrent().Name
    $action = New-ScheduledTaskAction -Execute $node -Argument """$program"" run --data ""$data""" -WorkingDirectory $Dir
    $trigger = New-ScheduledTaskTrigger -AtLogOn -User $user
    $principal = New-ScheduledTaskPrincipal -UserId $user -LogonType S4U -RunLevel Limited
    $settings = New-ScheduledTaskSettingsSet -AllowStartIfOnBatteries -DontStopIfGoingOnBatteries -StartWhenAvailable `
      -ExecutionTimeLimit ([TimeSpan]::Zero) -RestartCount 999 -RestartInterval (New-TimeSpan -Minutes 1)
    Register-ScheduledTask -TaskName $taskName -Action $action -Trigger $trigger -Principal $principal -Settings $settings -Force | Out-Null
    Start-ScheduledTask -TaskName $taskName
  }

  Write-Host ''
  Write-Host "Installed the Gridloom agent $version."
  Write-Host "  program   $agentDir (with its own Node.js)"
  Write-Host "  data      $data (the machine's key and identity)"
  Write-Host "  command   $command"
  if ($WithService) { Write-Host "  service   the scheduled task '$taskName', at every logon" }
  else { Write-Host "  service   not installed (-NoService). Start the agent with: $command run" }
  Write-Host ''
  Write-Host "Check:      & '$command' doctor"
  Write-Host 'Upgrade:    run the install command again, with or without a token'
  Write-Host "Uninstall:  & ([scriptblock]::Create((irm $server/install.ps1))) -Uninstall"
}

# The last line calls it, so an incomplete download does nothing.
$gridloomTask = if ($Uninstall) { 'uninstall' } else { 'install' }
Install-GridloomAgent -Token $Token -Name $Name -Dir $Dir -WithService (-not $NoService) -Task $gridloomTask -WithData ([bool]$Purge) `
  -WithHttp ([bool]$AllowHttp) -WithNewKey ([bool]$NewKey)
