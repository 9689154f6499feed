/* What the old PIN had opened, in sessions and on devices that are signed in. Called where a PIN becomes another one. */
create function close_pins_of(person uuid) returns void
language sql as $$
  update sessions set pin_until = null where user_id = person and pin_until is not null;
  update access_tokens set pin_until = null where user_id = person and pin_until is not null;
$$;
