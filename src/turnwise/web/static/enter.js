// Signing in: whoever has a second factor is asked for a code, in the same form.
import { deeds } from "./deeds.js";

deeds["POST /api/sessions"] = async (form) => {
  try {
    await deeds.call(form);
  } catch (refusal) {
    const { pending } = /** @type {any} */ (refusal);
    if (!pending) throw refusal;
    const { elements } = form;
    elements.pending.value = pending;
    elements.code.closest("[hidden]").hidden = false;
    elements.code.required = true;
    elements.code.focus();
  }
};
