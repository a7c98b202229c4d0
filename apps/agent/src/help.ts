export const helpText = `gridloom agent: rents this machine out, container by container

  agent run [--server URL]                 connect and serve; enrols first where it must
  agent enrol --server URL                 give this machine its identity
  agent doctor [--server URL]              say what is missing here and how to get it
  agent install-service                    run as a service from now on (systemd, launchd)
  agent upgrade                            replace this program by the server's, where it is signed with the
                                           key that was kept at the installation (not on Windows)

Options
  --server URL      the control plane (GRIDLOOM_URL)
  --token-file FILE a token from the Machines page, good once, for ten minutes; - is standard input
                    (GRIDLOOM_ENROLMENT_TOKEN holds one as well)
  --allow-http      for laboratories: speak to a server of another machine without TLS
                    (GRIDLOOM_ALLOW_HTTP=1)
  --name NAME       what the machine is called; its host name otherwise
  --data FOLDER     where key and state lie (GRIDLOOM_AGENT_DATA;
                    /var/lib/gridloom-agent as root, else ~/.local/share/gridloom-agent)
  --runtime KIND    auto, docker, podman or fake (GRIDLOOM_AGENT_RUNTIME; DOCKER_HOST says where)
  --force           with enrol: replace the identity that this machine has
  --engine-hosts H  other machines' engines that may serve models, as host:port, with commas between
                    (GRIDLOOM_ENGINE_HOSTS); those of this machine may unless told
  --allow-images I  images of this machine that renters may see and use as they are, by name:tag, with commas
                    between (GRIDLOOM_ALLOW_IMAGES); of others only what was pulled for them
  --registries R    private registries that images may be pulled from, as host:port (GRIDLOOM_REGISTRIES);
                    public ones may be unless told
  --dns A           name servers of containers (GRIDLOOM_DNS); this machine's where they are public, else
                    1.1.1.1 and 9.9.9.9
  --log-level L     debug, info, warn or error
  --version, --help

Rendering: the Blender of this machine (GRIDLOOM_BLENDER names another program) or a Python that has
the module bpy (GRIDLOOM_BPY_PYTHON), in bubblewrap. Scenes are kept for the next time, up to a
tenth of the disk (GRIDLOOM_SCENES_GB says otherwise)

Models: llama.cpp, which script/bootstrap installs, or an engine of this machine that speaks /v1
(GRIDLOOM_ENGINE_KEY is its key). Files of models lie in the data folder

Laboratories: GRIDLOOM_COMPUTER names this computer, where several agents share it and each is to
be a machine of its own; else a computer is one machine, and enrolling it again gives that one a
new key

Examples
  agent run --server https://gridloom.example --token-file ./token
  agent doctor
  sudo agent install-service
  agent enrol --force --server https://gridloom.example --token-file -

Exit codes: 0 well, 1 it could not be done, 2 the command line is wrong.
`
