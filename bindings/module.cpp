// The Python module santorini._core: a thin layer over the core. The package santorini re-exports what is public.
#include "bindings/shared.h"

namespace nb = nanobind;
using namespace santorini;

namespace {

void bind_error(nb::module_& m) {
    static nb::object core_error =
        nb::steal(PyErr_NewException("santorini._core.CoreError", PyExc_ValueError, nullptr));
    m.attr("CoreError") = core_error;
    nb::register_exception_translator([](const std::exception_ptr& e, void*) {
        try {
            std::rethrow_exception(e);
        } catch (const CoreError& error) {
            // A fragment may end in the middle of a character.
            const std::string& text = error.fragment;
            const nb::object fragment =
                nb::steal(PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace"));
            PyErr_SetObject(core_error.ptr(), nb::make_tuple(error.code, fragment).ptr());
        }
    });
}

}  // namespace

NB_MODULE(_core, m) {
    m.doc() = "The rules core of santorini. Use the package, not this module.";
    nb::set_leak_warnings(false);  // the package keeps positions and weights in caches that live as long as the program
    bind_error(m);
    auto position = bind_position(m);
    auto step = bind_steps(m);
    bind_turns(m, position);
    bind_playing(position);
    bind_powers(m);
    bind_search(m);
    bind_prover(m);
    bind_review(m);
    bind_tree(m);
    bind_questions(m, position, step);
    bind_state(m);
    bind_encoding(m);
    bind_testing(m);
}
