-- expand from 0.1.0
-- Addresses are composed (NFC) when they are typed. Those from before are composed here: a suppression would not be found by the composed form.
do $$
begin
  -- PostgreSQL composes in this encoding only; in others there is nothing to compose.
  if getdatabaseencoding() <> 'UTF8' then return; end if;
  update users set email = normalize(email, NFC) where email is not nfc normalized;
  -- One of those that become the same stays.
  delete from email_suppressions one
  where one.email is not nfc normalized
    and exists (
      select from email_suppressions other
      where other.id <> one.id
        and normalize(other.email, NFC) = normalize(one.email, NFC)
        and (other.email is nfc normalized or other.id < one.id)
    );
  update email_suppressions set email = normalize(email, NFC) where email is not nfc normalized;
end
$$;
