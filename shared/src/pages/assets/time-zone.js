// Fills in the zone that a new diary begins in. Without this script it begins in UTC, and the person can change it.
for (const field of document.querySelectorAll('input[type="hidden"][name$="time_zone"]'))
  field.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
