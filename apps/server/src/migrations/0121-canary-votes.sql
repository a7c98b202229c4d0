-- Words of other machines on a canary that one of them speaks against.
update render_machines set canary = canary || '{"votes": []}' where canary->>'kind' = 'shown';
